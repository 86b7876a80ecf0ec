#pragma once

namespace invdyn {

/// The colours that all pages share, light and dark, as variables of CSS. Style sheets of pages begin with
/// them.
inline constexpr const char* page_colours = R"(:root {
  color-scheme: light dark;
  --surface: #ffffff;
  --text: #1a2230;
  --muted: #566072;
  --line: #d5dbe4;
  --accent: #0b62c4;
  --good: #05603a;
  --soft: #b26a00;
  --strict: #c62828;
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: #171c24;
    --text: #e6ebf2;
    --muted: #9aa6b8;
    --line: #2c3543;
    --accent: #6cb2ff;
    --good: #4fd1a5;
    --soft: #f0b04a;
    --strict: #ff6b6b;
  }
}
)";

}  // namespace invdyn
