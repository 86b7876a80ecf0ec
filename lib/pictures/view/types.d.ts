// The types of the page: what the program writes into it, and what its parts give each other. For `tsc --checkJs`
// alone; nothing of this file is in the page. Units are SI: rad, m, s, kg, N m.

type Vec3 = [number, number, number];

/** A rigid transformation, the upper three rows of its matrix, row by row: 12 numbers. */
type Pose = number[];

/** The JSON in `<script type="application/json" id="data">`. */
interface PageData {
  title: string;
  /** The program and its version. */
  program: string;
  robot: RobotData;
  /** None: the robot alone, with a slider per joint. */
  motions: MotionData[];
  meshes: MeshData[];
  /** What `robot check` finds. */
  findings: Finding[];
  /** How many more of them the robot's file accepts. */
  accepted: number;
  /** What was left out or assumed. */
  notes: string[];
}

interface RobotData {
  name: string;
  /** Of the base in the world. */
  base: Pose;
  /** In the world, m/s^2. */
  gravity: Vec3;
  /** Link 0 is the base; joint i carries link i + 1. */
  links: LinkData[];
  joints: JointData[];
  /** The joints of q, in its order: indices into joints. */
  moving: number[];
  /** The link whose path is drawn first. */
  tool: number;
  /** Constant ones, also those of the motions: force and moment in values. */
  wrenches: { link: number; point: Vec3; point_in_link: boolean; in_link: boolean; values: number[] }[];
  /** Whether further wrenches change with time: of the motions alone. */
  timed_wrenches: boolean;
  /** The columns of a motion that change with its speed, and by which power of it. */
  speed_powers: { [quantity: string]: number };
  /** Whether drives turn with several joints. */
  coupled_drives: boolean;
  /** Whether the base moves freely. Then `base` is where its first motion begins. */
  floats?: true;
  /** All joints, each after its parent: set by kinematics.js. */
  order?: number[];
  /** The joints of each column: set by torques.js. */
  columns?: { joint: number; multiplier: number }[][];
}

interface LinkData {
  name: string;
  mass: number;
  /** The centre of mass in the link's axes. */
  com: Vec3;
  /** Share of the weight that a force outside the drives holds. */
  compensation: number;
  /** The box of equal mass and moments, in the link's axes; null: no mass or no moments. `possible`: a body can have
   * these moments; else the longest edges that they allow are drawn. */
  box: { pose: Pose; edges: Vec3; possible: boolean } | null;
  payloads: { mass: number; com: Vec3 }[];
  shapes: ShapeData[];
}

interface JointData {
  name: string;
  kind: "revolute" | "continuous" | "prismatic" | "fixed";
  /** Index of the parent link. */
  parent: number;
  /** The link's pose in its parent is before * motion(q about or along axis) * after. */
  before: Pose;
  axis: Vec3;
  after: Pose;
  /** It moves with another joint: joint is an index into joints. */
  follows: { joint: number; multiplier: number; offset: number } | null;
  /** null: nothing of it counts. */
  drive: DriveData | null;
  limits: LimitData[];
}

/** What counts in the torques: drive_terms.h and drive_torques.h of the program. */
interface DriveData {
  /** Of the rotor, at the joint. */
  inertia: number;
  damping: number;
  /** Coulomb friction with the offset. */
  while_positive: number;
  while_negative: number;
  at_rest: number;
  /** Of the spring. */
  stiffness: number;
  reference: number;
  /** Friction for each N m that the drive passes on. */
  load: number;
  curve: { torque: number; speed: number };
}

/** A point mass on a link; the point is in the link's axes. */
interface Payload {
  mass: number;
  link: number;
  point: Vec3;
}

type Quantity = "q" | "dq" | "ddq" | "tau";

interface LimitData {
  quantity: Quantity;
  value: number;
  upper: boolean;
  /** "limit", "peak torque of the motor". */
  name: string;
  /** False: may be exceeded for a time. */
  strict: boolean;
}

/** Along z for cylinder, cone and capsule. */
interface ShapeData {
  kind: "box" | "sphere" | "cylinder" | "cone" | "capsule" | "mesh";
  /** In the link's axes. */
  pose: Pose;
  /** box: edges. sphere: radius. cylinder, cone, capsule: radius, length (capsule: between the centres of its ends).
   * mesh: scale along its axes. */
  size: number[];
  /** Red, green, blue, opacity, 0 to 1; null: none is given. */
  colour: [number, number, number, number] | null;
  /** Index into meshes. */
  mesh: number | null;
}

interface MeshData {
  /** Base64: float32 x y z of each vertex. */
  vertices: string;
  /** Base64: uint32, three indices per triangle. */
  triangles: string;
}

interface MotionData {
  /** The name of the file. */
  name: string;
  rows: number;
  /** Of the file, before rows were left out. */
  rows_of_file: number;
  /** Base64: float64. */
  t: string;
  columns: ColumnData[];
  wrenches: WrenchData[];
  contacts: ContactData[];
  /** Base64: as columns, the 12 numbers of the base's pose in the world of each row; null: it does not move. */
  base: string | null;
  findings: Finding[];
}

interface ColumnData {
  /** q, dq, ddq, tau; a term: inertia, coriolis, gravity ...; `tau_from_file`; `q_desired`. */
  quantity: string;
  /** Number in robot.moving. */
  joint: number;
  /** Base64: float64, rounded to its first 6 bytes of 8. */
  values: string;
}

/** A force and a moment that act on a link. */
interface WrenchData {
  link: number;
  /** Where it acts, m. */
  point: Vec3;
  /** Whether the point is in the link's axes; else in the axes of the world. */
  point_in_link: boolean;
  /** Whether force and moment are in the link's axes; else in the axes of the world. */
  in_link: boolean;
  /** Base64: float32, fx fy fz mx my mz of each row. */
  values: string;
  /** The ground exerts it: index into contacts. */
  contact?: number;
}

/** A link that the ground may carry. */
interface ContactData {
  link: number;
  /** Out of the ground, in the axes of the world. */
  normal: Vec3;
  /** Spheres, in the link's axes; each may touch the ground with its lowest point. */
  points: { centre: Vec3; radius: number }[];
  /** Base64: float32, how many points bear in each row. */
  bearing: string;
}

interface Finding {
  kind: "limit" | "torque" | "jump" | "noise" | "contact" | "check" | "other";
  /** One sentence for a reader. */
  text: string;
  link: number | null;
  /** Number in robot.moving. */
  joint: number | null;
  /** Times in the file, s; null: the finding is of the whole. */
  from: number | null;
  to: number | null;
}

// What the parts of the page give each other.

/** A motion with its columns as numbers: see data.js. */
interface Motion {
  name: string;
  rows: number;
  rows_of_file: number;
  t: Float64Array;
  /** Of a quantity: per moving joint; null: the file has none for this joint. As tried: see trial.js. */
  columns: Map<string, (Float64Array | null)[]>;
  /** As in the file. */
  given: Map<string, (Float64Array | null)[]>;
  wrenches: (Omit<WrenchData, "values"> & { values: Float32Array })[];
  contacts: (Omit<ContactData, "bearing"> & { bearing: Float32Array })[];
  base: Float64Array | null;
  findings: Finding[];
}

/** What is shown at this moment: see state.js. */
interface Shown {
  time: number;
  playing: boolean;
  speed: number;
  loop: boolean;
  /** The motions are tried at so many times their speed, and with this payload. */
  pace: number;
  payload: Payload;
  /** The shown range of time. */
  from: number;
  to: number;
  degrees: boolean;
  /** Which moving joints have curves. */
  joints: boolean[];
  /** Which motions are shown. */
  motions: boolean[];
  /** Positions of the sliders if there is no motion, per moving joint. */
  q: number[];
  /** Layers of the scene that are on. */
  layers: Set<Layer>;
  /** Position of the camera and the point that it looks at, in the world; null: fit. */
  camera: { position: Vec3; target: Vec3 } | null;
  /** Shown quantities of the panels. */
  panels: Set<string>;
  /** The marked finding, or -1. */
  finding: number;
}

type Layer =
  "shapes" | "axes" | "frames" | "com" | "whole" | "inertia" | "path" | "ghost" | "wrenches" | "ground" | "follow";

/** See state.js. */
interface State {
  data: PageData;
  motions: Motion[];
  /** The first and last time of all motions. */
  first: number;
  last: number;
  /** All findings: of the robot, then of each motion. */
  findings: (Finding & { motion: number | null })[];
  shown: Shown;
  /** Changes what is shown, and tells all listeners. */
  set(change: Partial<Shown>): void;
  listen(listener: (shown: Shown) => void): void;
}

/** What draws the robot: see scene.js. */
interface Scene {
  fit(): void;
  /** Looks along an axis of the world: "x" from +x, "-x" from -x ... */
  look(direction: "x" | "-x" | "y" | "-y" | "z" | "-z"): void;
  /** Turns the camera around its target, rad. */
  turn(left: number, up: number): void;
  /** Brings the camera nearer by this factor. */
  zoom(factor: number): void;
  /** Moves camera and target by these parts of the picture's height. */
  pan(right: number, up: number): void;
  draw(): void;
  /** Where a point of the world is in the picture, px from its upper left corner, with the drawn camera. */
  pixelOf(point: Vec3): [number, number];
  /** The poses of all links in the world as drawn now, of motion number `motion`, or of the sliders if there is none. */
  linkPoses(motion: number): Pose[];
}

/** The global of three.js, r111. */
declare const THREE: any;
