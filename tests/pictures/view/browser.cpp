#include "pictures/view/browser.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>

#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr const char* chromium = "/usr/bin/chromium";
constexpr std::chrono::seconds time_limit(30);

[[noreturn]] void fail(const std::string& action) {
  throw std::system_error(errno, std::generic_category(), action);
}

// Only calls that are safe between fork and exec. Chromium reads commands from file 3 and answers to file 4.
[[noreturn]] void become(char* const* arguments, char* const* variables, int socket, const char* log) {
  ::setpgid(0, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (int signal = 1; signal < SIGRTMIN; ++signal) std::signal(signal, SIG_DFL);
  constexpr int above_all = 10;  // the files must not lie at numbers that are about to be replaced
  const int channel = ::fcntl(socket, F_DUPFD, above_all);
  const int null = ::fcntl(::open("/dev/null", O_RDWR), F_DUPFD, above_all);
  const int messages = ::fcntl(::open(log, O_WRONLY | O_CREAT, 0600), F_DUPFD, above_all);
  const std::array<int, 5> files{null, null, messages, channel, channel};
  for (int file = 0; file < 5; ++file)
    if (::dup2(files[static_cast<std::size_t>(file)], file) < 0) ::_exit(126);
  ::close_range(5, ~0U, 0);
  ::execve(arguments[0], arguments, variables);
  ::_exit(127);
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

// The user's settings and files are neither read nor changed.
std::vector<std::string> environment(const std::string& folder) {
  std::vector<std::string> result{"HOME=" + folder, "TMPDIR=" + folder, "LC_ALL=C.UTF-8"};
  for (char** variable = ::environ; *variable; ++variable) {
    const std::string_view text = *variable;
    const auto starts = [&](const char* name) { return text.starts_with(name); };
    if (!starts("HOME=") && !starts("TMPDIR=") && !starts("LC_ALL=") && !starts("XDG_") &&
        !starts("CHROMIUM_") && !starts("DBUS_"))
      result.emplace_back(text);
  }
  return result;
}

std::vector<std::string> command(const std::string& folder) {
  std::vector<std::string> result{chromium, "--user-data-dir=" + folder + "/profile"};
  for (const char* option :
       {"--headless=new", "--remote-debugging-pipe", "--no-startup-window", "--no-sandbox", "--no-first-run",
        "--enable-unsafe-swiftshader", "--hide-scrollbars", "--force-color-profile=srgb", "--lang=en-US",
        "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--disable-breakpad", "--host-resolver-rules=MAP * ~NOTFOUND"})
    result.emplace_back(option);
  return result;
}

// Chromium and its helpers form a process group. They also end when the socket closes, so none is left if the
// tests are killed.
class Process {
 public:
  Process() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("socketpair");
    socket_ = ends[0];
    std::vector<std::string> words = command(folder_.path()), settings = environment(folder_.path());
    const std::vector<char*> arguments = pointers_to(words), variables = pointers_to(settings);
    const std::string log = folder_ / "log";
    id_ = ::fork();
    if (id_ == 0) become(arguments.data(), variables.data(), ends[1], log.c_str());
    ::close(ends[1]);
    if (id_ > 0) return;
    ::close(socket_);
    fail("fork");
  }
  ~Process() {
    ::setpgid(id_, id_);  // in case it has not done this yet
    ::kill(-id_, SIGKILL);
    while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) continue;
    ::close(socket_);
    std::error_code not_empty;  // helpers that are about to end may still write
    for (int i = 0; i < 100 && std::filesystem::exists(folder_.path(), not_empty); ++i) {
      std::filesystem::remove_all(folder_.path(), not_empty);
      if (not_empty) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  int new_id() { return ++last_id_; }
  bool has_failed() const { return has_failed_; }

  // A message ends with a zero byte. A browser that has ended raises no signal here.
  void send(const std::string& message) {
    std::string_view rest(message.c_str(), message.size() + 1);
    while (!rest.empty()) {
      const ssize_t count = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
      has_failed_ = count < 0 && errno != EINTR;
      if (has_failed_) fail("chromium takes no messages");
      if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  std::string receive(Clock::time_point deadline, const std::string& purpose) {
    std::size_t end = received_.find('\0');
    while (end == std::string::npos) {
      const std::size_t before = received_.size();
      read_some(deadline, purpose);
      end = received_.find('\0', before);
    }
    std::string message = received_.substr(0, end);
    received_.erase(0, end + 1);
    return message;
  }

 private:
  void read_some(Clock::time_point deadline, const std::string& purpose) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd input{.fd = socket_, .events = POLLIN, .revents = 0};
    const int ready = left > 0 ? ::poll(&input, 1, static_cast<int>(left)) : 0;
    has_failed_ = ready == 0;
    if (has_failed_) throw std::runtime_error("chromium did not answer in time: " + purpose);
    std::array<char, 1 << 16> buffer;
    const ssize_t count = ready < 0 ? -1 : ::recv(socket_, buffer.data(), buffer.size(), 0);
    has_failed_ = count <= 0 && !(count < 0 && errno == EINTR);
    if (has_failed_) throw std::runtime_error("chromium has ended: " + purpose + "\n" + folder_.read("log"));
    if (count <= 0) return;
    received_.append(buffer.data(), static_cast<std::size_t>(count));
  }

  TemporaryFolder folder_;
  int socket_ = -1;
  pid_t id_ = 0;
  int last_id_ = 0;  // of messages
  bool has_failed_ = false;
  std::string received_;
};

// One for all pages, as a start takes seconds.
std::shared_ptr<Process> running_process() {
  static std::shared_ptr<Process> process;
  if (!process || process->has_failed()) process = std::make_shared<Process>();
  return process;
}

std::string from_base64(const std::string& text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::size_t bits = 0, count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = (bits << 6 | digits.find(c)) & 0xFFFF;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

std::string url_of(const std::string& file) {
  constexpr std::string_view hex = "0123456789ABCDEF", plain = "/-._~";
  std::string url = "file://";
  for (const char c : std::filesystem::absolute(file).string()) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 128 && (std::isalnum(byte) || plain.find(c) != std::string_view::npos))
      url += c;
    else
      url += {'%', hex[byte >> 4], hex[byte & 15]};
  }
  return url;
}

std::string text_of_exception(const json& details) {
  const json& exception = details.value("exception", json::object());
  if (exception.contains("description")) return exception["description"];
  return details.value("text", "exception") + ' ' + exception.value("value", json()).dump();
}

std::string text_of_console(const json& call) {
  std::string text = call["type"].get<std::string>() + ':';
  for (const json& argument : call["args"]) {
    const json value = argument.value("value", argument.value("description", json()));
    text += ' ' + (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

}  // namespace

// A page, and what it reported. Messages follow the Chrome DevTools Protocol. Its context shares nothing with
// others, such as what a page has stored.
struct Browser::Tab {
  std::shared_ptr<Process> process = running_process();
  std::string context, page, decoder;                         // sessions; the last one decodes images
  std::set<std::string> sessions;                             // and those of frames and workers
  std::string load;                                           // the latest, by open()
  std::set<std::string> loaded;                               // loads that have ended
  std::vector<std::pair<std::string, std::string>> requests;  // identifier, address
  std::vector<std::string> problems;

  Tab() { context = call("", "Target.createBrowserContext")["browserContextId"]; }
  ~Tab() {
    try {
      call("", "Target.disposeBrowserContext", {{"browserContextId", context}});
    } catch (const std::exception&) {  // it has failed before, and its test says so
    }
  }
  Tab(const Tab&) = delete;
  Tab& operator=(const Tab&) = delete;

  int post(const std::string& session, const std::string& method, const json& parameters) {
    const int id = process->new_id();
    json message{{"id", id}, {"method", method}, {"params", parameters}};
    if (!session.empty()) message["sessionId"] = session;
    process->send(message.dump());
    return id;
  }

  // Events may come before the reply, and replies to messages for which nobody waits.
  json call(const std::string& session, const std::string& method, const json& parameters = json::object()) {
    const int id = post(session, method, parameters);
    const auto deadline = Clock::now() + time_limit;
    for (;;) {
      json message = json::parse(process->receive(deadline, method));
      if (message.contains("method"))
        note(message["method"], message["params"], message.value("sessionId", ""));
      if (message.value("id", 0) != id) continue;
      if (message.contains("error")) throw std::runtime_error(method + ": " + message["error"].dump());
      return message["result"];
    }
  }

  void note(const std::string& event, const json& values, const std::string& session) {
    if (!sessions.contains(session)) return;
    if (event == "Network.requestWillBeSent")
      requests.emplace_back(values["requestId"], values["request"]["url"]);
    else if (event == "Network.webSocketCreated" || event == "Network.webTransportCreated" ||
             event == "Page.windowOpen")
      requests.emplace_back("", values["url"]);
    else if (event == "Page.lifecycleEvent" && values["name"] == "load")
      loaded.insert(values["loaderId"]);
    else if (event == "Runtime.exceptionThrown")
      problems.push_back(text_of_exception(values["exceptionDetails"]));
    else if (event == "Runtime.consoleAPICalled")
      note_console(values);
    else if (event == "Log.entryAdded")
      note_log(values["entry"]);
    else if (event == "Page.javascriptDialogOpening")
      close_dialog(values, session);
    else if (event == "Target.attachedToTarget")
      watch(values["sessionId"]);
    else if (event == "Inspector.targetCrashed")
      throw std::runtime_error("the page crashed");
  }

  void note_console(const json& values) {
    const json& type = values["type"];
    if (type == "error" || type == "warning" || type == "assert") problems.push_back(text_of_console(values));
  }

  void note_log(const json& entry) {
    if (entry["level"] == "error" || entry["source"] == "security")
      problems.push_back(entry["text"].get<std::string>() + ' ' + entry.value("url", ""));
  }

  void close_dialog(const json& values, const std::string& session) {
    problems.push_back("dialog: " + values["message"].get<std::string>());
    post(session, "Page.handleJavaScriptDialog", {{"accept", true}});
  }

  void watch(const std::string& session) {
    sessions.insert(session);
    for (const auto& [method, parameters] : watching()) post(session, method, parameters);
  }

  // For the page, its frames and its workers. The last command starts a worker.
  static std::vector<std::pair<const char*, json>> watching() {
    return {
        {"Network.enable", json::object()},
        {"Network.emulateNetworkConditions",
         {{"offline", true}, {"latency", 0}, {"downloadThroughput", -1}, {"uploadThroughput", -1}}},
        {"Runtime.enable", json::object()},
        {"Log.enable", json::object()},
        {"Target.setAutoAttach", {{"autoAttach", true}, {"waitForDebuggerOnStart", true}, {"flatten", true}}},
        {"Runtime.runIfWaitingForDebugger", json::object()}};
  }

  std::string new_session() {
    const json target = call("", "Target.createTarget",
                             {{"url", "about:blank"}, {"newWindow", true}, {"browserContextId", context}}),
               attached =
                   call("", "Target.attachToTarget", {{"targetId", target["targetId"]}, {"flatten", true}});
    sessions.insert(attached["sessionId"]);
    return attached["sessionId"];
  }

  json run(const std::string& session, const std::string& javascript) {
    const json reply = call(session, "Runtime.evaluate",
                            {{"expression", javascript}, {"returnByValue", true}, {"awaitPromise", true}});
    if (reply.contains("exceptionDetails"))
      throw std::runtime_error(text_of_exception(reply["exceptionDetails"]));
    const json& result = reply["result"];
    if (result.contains("unserializableValue"))  // infinity, NaN, -0
      return std::stod(result["unserializableValue"].get<std::string>());
    return result.value("value", json());
  }

  void navigate(const std::string& url) {
    const json reply = call(page, "Page.navigate", {{"url", url}});
    if (reply.contains("errorText")) throw std::runtime_error(url + ": " + reply["errorText"].dump());
    load = reply["loaderId"];
    const auto deadline = Clock::now() + time_limit;
    while (!loaded.contains(load)) {
      if (Clock::now() > deadline) throw std::runtime_error(url + " did not load in time");
      run(page, "new Promise(done => setTimeout(done, 5))");
    }
  }

  void draw() {
    run(page, "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))");
  }

  void mouse(const char* type, double x, double y, const json& more = json::object()) {
    json parameters{{"type", type}, {"x", x}, {"y", y}};
    parameters.update(more);
    call(page, "Input.dispatchMouseEvent", parameters);
  }

  using Fingers = std::vector<std::pair<double, double>>;
  void touch(const char* type, const Fingers& fingers) {
    json points = json::array();
    for (const auto& [x, y] : fingers) points.push_back({{"x", x}, {"y", y}, {"id", points.size()}});
    call(page, "Input.dispatchTouchEvent", {{"type", type}, {"touchPoints", points}});
  }

  template <class FingersAt>  // of the share of the way, from 0 to 1
  void gesture(const FingersAt& fingers_at) {
    touch("touchStart", fingers_at(0.0));
    for (int step = 1; step <= 10; ++step) touch("touchMove", fingers_at(0.1 * step));
    touch("touchEnd", {});
    draw();
  }
};

bool Browser::is_installed() {
  return ::access(chromium, X_OK) == 0;
}

Browser::Browser(const View& view) : tab_(std::make_unique<Tab>()) {
  tab_->page = tab_->new_session();
  const auto set = [&](const char* method, const json& parameters = json::object()) {
    tab_->call(tab_->page, method, parameters);
  };
  for (const auto& [method, parameters] : Tab::watching()) set(method, parameters);
  set("Page.enable");
  set("Page.setLifecycleEventsEnabled", {{"enabled", true}});
  set("Emulation.setFocusEmulationEnabled", {{"enabled", true}});
  set("Emulation.setDeviceMetricsOverride",
      {{"width", view.width}, {"height", view.height}, {"deviceScaleFactor", 1}, {"mobile", view.touch}});
  set("Emulation.setTouchEmulationEnabled", {{"enabled", view.touch}, {"maxTouchPoints", 5}});
  const json colours{{"name", "prefers-color-scheme"}, {"value", view.dark ? "dark" : "light"}};
  set("Emulation.setEmulatedMedia", {{"features", json::array({colours})}});
}

Browser::~Browser() = default;

// An empty page comes first: a change of the hash alone would not load the file anew.
void Browser::open(const std::string& file, const std::string& hash) {
  tab_->navigate("about:blank");
  tab_->requests.clear();
  tab_->problems.clear();
  tab_->navigate(url_of(file) + (hash.empty() ? "" : '#' + hash));
  tab_->draw();
}

json Browser::run(const std::string& javascript) {
  return tab_->run(tab_->page, javascript);
}

void Browser::wait_until(const std::string& javascript_condition, std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  while (!run("Boolean(" + javascript_condition + ")").get<bool>()) {
    if (Clock::now() > deadline) throw std::runtime_error("not in time: " + javascript_condition);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void Browser::press(const std::string& key) {
  static const std::map<std::string, int> modifier_bits{
      {"Alt", 1}, {"Control", 2}, {"Meta", 4}, {"Shift", 8}};
  static const std::map<std::string, int> numbers{
      {"Backspace", 8}, {"Tab", 9},         {"Enter", 13},     {"Escape", 27}, {"Space", 32},
      {"PageUp", 33},   {"PageDown", 34},   {"End", 35},       {"Home", 36},   {"ArrowLeft", 37},
      {"ArrowUp", 38},  {"ArrowRight", 39}, {"ArrowDown", 40}, {"Delete", 46}};
  int modifiers = 0;
  std::string name = key;
  for (std::size_t plus; (plus = name.find('+', 1)) != std::string::npos; name.erase(0, plus + 1))
    modifiers |= modifier_bits.at(name.substr(0, plus));

  json event{{"key", name}, {"code", name}};
  std::string text;
  if (name.size() == 1) {
    const auto character = static_cast<unsigned char>(name[0]);
    const char upper = static_cast<char>(std::toupper(character));
    if (std::isupper(character)) modifiers |= 8;
    text = modifiers & 8 ? std::string(1, upper) : name;
    const char* place = std::isalpha(character) ? "Key" : "Digit";
    event.update({{"key", text}, {"code", std::isalnum(character) ? std::string(place) + upper : ""}});
    if (std::isalnum(character)) event["windowsVirtualKeyCode"] = static_cast<int>(upper);
  } else {
    event["windowsVirtualKeyCode"] = numbers.at(name);
    if (name == "Enter") text = "\r";
    if (name == "Space") event["key"] = text = " ";
  }
  event["modifiers"] = modifiers;
  event["type"] = "rawKeyDown";
  if (!text.empty() && !(modifiers & 7)) event.update({{"type", "keyDown"}, {"text", text}});
  tab_->call(tab_->page, "Input.dispatchKeyEvent", event);
  event["type"] = "keyUp";
  event.erase("text");
  tab_->call(tab_->page, "Input.dispatchKeyEvent", event);
  tab_->draw();
}

void Browser::click(double x, double y) {
  drag(x, y, x, y);
}

void Browser::drag(double x0, double y0, double x1, double y1, const std::string& button) {
  const json held{{"button", button},
                  {"buttons", button == "left"    ? 1
                              : button == "right" ? 2
                                                  : 4},
                  {"clickCount", 1}};
  tab_->mouse("mouseMoved", x0, y0);
  tab_->mouse("mousePressed", x0, y0, held);
  for (int step = 1; step <= 10 && (x0 != x1 || y0 != y1); ++step)
    tab_->mouse("mouseMoved", x0 + 0.1 * step * (x1 - x0), y0 + 0.1 * step * (y1 - y0), held);
  json released = held;
  released["buttons"] = 0;
  tab_->mouse("mouseReleased", x1, y1, released);
  tab_->draw();
}

void Browser::wheel(double x, double y, double dy) {
  tab_->mouse("mouseWheel", x, y, {{"deltaX", 0}, {"deltaY", dy}});
  tab_->draw();
}

void Browser::tap(double x, double y) {
  tab_->touch("touchStart", {{x, y}});
  tab_->touch("touchEnd", {});
  tab_->draw();
}

void Browser::touch_drag(double x0, double y0, double x1, double y1) {
  tab_->gesture([&](double share) { return Tab::Fingers{{x0 + share * (x1 - x0), y0 + share * (y1 - y0)}}; });
}

void Browser::pinch(double x, double y, double distance0, double distance1) {
  tab_->gesture([&](double share) {
    const double half = 0.5 * (distance0 + share * (distance1 - distance0));
    return Tab::Fingers{{x - half, y}, {x + half, y}};
  });
}

std::vector<std::string> Browser::requests() const {
  tab_->draw();
  std::vector<std::string> result;
  for (const auto& [id, url] : tab_->requests)
    if (id != tab_->load) result.push_back(url);
  return result;
}

std::vector<std::string> Browser::problems() const {
  tab_->draw();
  return tab_->problems;
}

std::string Browser::screenshot() {
  return from_base64(tab_->call(tab_->page, "Page.captureScreenshot", {{"format", "png"}})["data"]);
}

// A second page decodes the image, as the first one may have a policy that forbids images.
Browser::Picture Browser::picture() {
  const json image = tab_->call(tab_->page, "Page.captureScreenshot", {{"format", "png"}})["data"];
  if (tab_->decoder.empty()) tab_->decoder = tab_->new_session();
  const json pixels = tab_->run(tab_->decoder, R"((async png => {
    const blob = await (await fetch('data:image/png;base64,' + png)).blob();
    const bitmap = await createImageBitmap(blob, {colorSpaceConversion: 'none'});
    const {width, height} = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([context.getImageData(0, 0, width, height).data]));
    await new Promise(done => reader.onload = done);
    return {width, height, rgba: reader.result.split(',')[1]};
  })()" + image.dump() + ")");
  const std::string bytes = from_base64(pixels["rgba"]);
  return {pixels["width"], pixels["height"], {bytes.begin(), bytes.end()}};
}

}  // namespace invdyn::test
