// The view of results files in a browser, with three.js. Each section of the page is a run, whose
// arrays src/picture/view.c has written in base64.
"use strict";

// Decode an array that the page contains.
function decode(element) {
  const text = atob(element.textContent), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new window[element.dataset.type + "Array"](bytes.buffer);
}

function array(parent, name) {
  for (const child of parent.children)
    if (child.tagName === "I" && child.dataset.name === name) return decode(child);
  return null;
}

// Displacements of all nodes in a frame from integers, an offset and a factor of the frame.
class Vectors {
  constructor(section, name) {
    this.packed = array(section, name);
    this.place = this.packed && array(section, name + " places");
  }

  // Add factor times the vectors of a frame to positions.
  add(frame, factor, positions) {
    const [x, y, z, unit] = this.place.subarray(4 * frame, 4 * frame + 4);
    const offset = [x, y, z], first = frame * positions.length;
    for (let i = 0; i < positions.length; i++)
      positions[i] += factor * (offset[i % 3] + unit * this.packed[first + i]);
  }

  // The length of the longest vector of a frame, whose nodes number `count`.
  largest(frame, count) {
    const positions = new Float32Array(3 * count);
    let square = 0;
    this.add(frame, 1, positions);
    for (let i = 0; i < positions.length; i += 3)
      square = Math.max(square, positions[i] ** 2 + positions[i + 1] ** 2 + positions[i + 2] ** 2);
    return Math.sqrt(square);
  }
}

// The colours of the bar, from its low end to its high end.
const STOPS = [[0.25, 0.35, 0.85], [0.15, 0.65, 0.9], [0.35, 0.8, 0.5], [1.0, 0.85, 0.25], [0.9, 0.25, 0.2]];

function colour(part) {
  const at = Math.min(Math.max(part, 0), 1) * (STOPS.length - 1), k = Math.min(Math.floor(at), STOPS.length - 2);
  return STOPS[k].map((low, i) => low + (at - k) * (STOPS[k + 1][i] - low));
}

// A buffer of points that are copies of nodes, drawn as triangles, lines or points.
class Part {
  constructor(nodes, cells, material, kind) {
    this.nodes = nodes;
    this.cells = cells;
    this.geometry = new THREE.BufferGeometry();
    for (const name of ["position", "color"]) {
      const values = new THREE.BufferAttribute(new Float32Array(3 * nodes.length), 3);
      this.geometry.setAttribute(name, values.setUsage(THREE.DynamicDrawUsage));
    }
    this.object = new kind(this.geometry, material);
    this.object.frustumCulled = false;
  }

  move(positions) {
    const target = this.geometry.attributes.position;
    this.nodes.forEach((node, i) => {
      for (let k = 0; k < 3; k++) target.array[3 * i + k] = positions[3 * node + k];
    });
    target.needsUpdate = true;
  }

  // Paint each point by a function of its node and its cell.
  paint(value) {
    const target = this.geometry.attributes.color;
    this.nodes.forEach((node, i) => target.array.set(value(node, this.cells[i]), 3 * i));
    target.needsUpdate = true;
  }
}

const RING = 6, TURNS = 7, TURN = 12; // points around a tube; turns of a coil, and points of a turn

// Lines as tubes, springs as coils; each runs from node to node of its path {nodes, cell, coil}.
class Tubes extends Part {
  constructor(paths, size, material) {
    const nodes = [], cells = [], index = [];
    for (const path of paths) {
      const points = path.coil ? TURNS * TURN + 5 : 2;
      for (let k = 0; k < (points - 1) * RING; k++) {
        const a = nodes.length + k, b = (k + 1) % RING ? a + 1 : a + 1 - RING;
        index.push(a, b, a + RING, b, b + RING, a + RING);
      }
      for (let k = 0; k < points * RING; k++) {
        nodes.push(path.nodes[2 * k < points * RING ? 0 : 1]);
        cells.push(path.cell);
      }
    }
    super(nodes, cells, material, THREE.Mesh);
    this.geometry.setIndex(index);
    this.paths = paths;
    this.size = size;
  }

  move(positions) {
    const target = this.geometry.attributes.position, point = new THREE.Vector3();
    let next = 0;
    const ring = (centre, u, v, radius) => {
      for (let i = 0; i < RING; i++, next += 3) {
        const angle = 2 * Math.PI * i / RING;
        point.copy(centre).addScaledVector(u, radius * Math.cos(angle)).addScaledVector(v, radius * Math.sin(angle));
        point.toArray(target.array, next);
      }
    };
    for (const {nodes, coil} of this.paths) {
      const start = new THREE.Vector3().fromArray(positions, 3 * nodes[0]);
      const end = new THREE.Vector3().fromArray(positions, 3 * nodes[1]);
      const axis = end.clone().sub(start), length = axis.length(), [u, v] = across(axis.normalize());
      const radius = this.size / 400, wide = Math.min(this.size / 35, length / 6);
      const middle = new THREE.Vector3(), out = new THREE.Vector3();
      ring(start, u, v, radius);
      if (coil) ring(middle.lerpVectors(start, end, 0.12), u, v, radius);
      for (let k = 0; coil && k <= TURNS * TURN; k++) {
        const angle = 2 * Math.PI * k / TURN;
        out.set(0, 0, 0).addScaledVector(u, Math.cos(angle)).addScaledVector(v, Math.sin(angle));
        middle.lerpVectors(start, end, 0.12 + 0.76 * k / (TURNS * TURN)).addScaledVector(out, wide);
        ring(middle, out, axis, radius);
      }
      if (coil) ring(middle.lerpVectors(start, end, 0.88), u, v, radius);
      ring(end, u, v, radius);
    }
    target.needsUpdate = true;
  }
}

// Two unit vectors that are square to a unit vector and to each other.
function across(axis) {
  const least = [axis.x, axis.y, axis.z].map(Math.abs).reduce((best, c, i, all) => (c < all[best] ? i : best), 0);
  const u = new THREE.Vector3().setComponent(least, 1).cross(axis).normalize();
  return [u, axis.clone().cross(u)];
}

// What a cell shows, as src/output/results.h counts it, and the shape of bushings and of each type of joint along its axis y.
const BEAM = 1, SPRING = 2, BUSHING = 9;
const JOINTS = [["bushing", "ring", (r) => new THREE.TorusGeometry(1.2 * r, 0.6 * r, 10, 20).rotateX(Math.PI / 2)],
                ["spherical joint", "ball", (r) => new THREE.SphereGeometry(r, 16, 12)],
                ["revolute joint", "cylinder", (r) => new THREE.CylinderGeometry(0.8 * r, 0.8 * r, 2.4 * r, 16)],
                ["universal joint", "octahedron", (r) => new THREE.OctahedronGeometry(1.3 * r)],
                ["cylindrical joint", "long cylinder", (r) => new THREE.CylinderGeometry(0.5 * r, 0.5 * r, 5 * r, 16)],
                ["prismatic joint", "long box", (r) => new THREE.BoxGeometry(r, 5 * r, r)],
                ["planar joint", "disc", (r) => new THREE.CylinderGeometry(2 * r, 2 * r, 0.4 * r, 24)],
                ["inline joint", "spindle", (r) => new THREE.ConeGeometry(0.8 * r, 5 * r, 16)],
                ["fixed joint", "box", (r) => new THREE.BoxGeometry(1.6 * r, 1.6 * r, 1.6 * r)],
                ["distance joint", "small ball", (r) => new THREE.SphereGeometry(0.6 * r, 12, 8)]];

// Joints and bushings {node, type}, as shapes that turn with their axes.
class Joints {
  constructor(joints, axes, size, scene) {
    const material = new THREE.MeshPhongMaterial({color: 0x7a3b8f, shininess: 10});
    this.axes = axes;
    this.joints = joints;
    this.shapes = joints.map(({type}) => new THREE.Mesh((JOINTS[type] || JOINTS[1])[2](size / 90), material));
    for (const shape of this.shapes) scene.add(shape);
  }

  // Without axes, as of modes, shapes have the direction z.
  move(frame, positions) {
    const axis = new THREE.Vector3(), own = new THREE.Vector3(0, 1, 0);
    this.shapes.forEach((shape, j) => {
      shape.position.fromArray(positions, 3 * this.joints[j].node);
      axis.set(0, 0, 1);
      if (this.axes) axis.fromArray(this.axes, 3 * (frame * this.joints.length + j));
      shape.quaternion.setFromUnitVectors(own, axis.normalize());
    });
  }
}

// One results file: its scene, its fields and its histories.
class Run {
  constructor(section) {
    this.name = section.dataset.name;
    this.modes = section.dataset.modes === "1";
    this.points = array(section, "points");
    this.times = array(section, "times");
    this.motion = new Vectors(section, "displacement");
    const state = new Vectors(section, "state");
    this.state = state.packed && state;
    this.positions = new Float32Array(this.points.length);
    this.readFields(section);
    this.readHistories(section);
    this.findSize();
    this.buildScene(section);
    section.remove();
  }

  readFields(section) {
    const longest = Array.from(this.times, (_, f) => this.motion.largest(f, this.points.length / 3));
    this.longest = Math.max(...longest);
    this.fields = [{title: "uniform", low: 0, high: 0}, {title: "displacement", low: 0, high: this.longest}];
    for (const b of section.querySelectorAll("b"))
      this.fields.push({title: b.dataset.title, low: Number(b.dataset.low), high: Number(b.dataset.high),
                        cell: b.dataset.cell === "1", values: array(b, "values")});
  }

  readHistories(section) {
    const time = {};
    for (const u of section.querySelectorAll("u")) time[u.dataset.table] = decode(u.firstElementChild);
    this.histories = Array.from(section.querySelectorAll("s"), (s) => (
      {name: s.firstElementChild.dataset.name, table: s.dataset.table, time: time[s.dataset.table], value: decode(s.firstElementChild)}));
  }

  // The box that holds the model in all frames.
  findSize() {
    this.box = new THREE.Box3();
    const reference = new THREE.Box3().setFromArray(this.points);
    this.size = reference.getSize(new THREE.Vector3()).length() || 1;
    this.centres = [];
    for (let f = 0; f < this.times.length; f++) {
      this.place(f, this.modes ? 0 : 1);
      const box = new THREE.Box3().setFromArray(this.positions);
      this.centres.push(box.getCenter(new THREE.Vector3()));
      this.box.union(box);
    }
  }

  // Polygons become triangles about their first node, and their edges lines.
  buildScene(section) {
    const node = array(section, "face_nodes"), size = array(section, "face_sizes");
    const cell = array(section, "face_cells");
    const kinds = array(section, "kinds") || [], paths = [], joints = [];
    const list = {triangles: [[], []], edges: [[], []], lines: [[], []], points: [[], []]};
    // Beams that are solids too are thin lines inside them.
    const solid = size.some((count, f) => count > 2 && kinds[cell[f]] === BEAM);
    const add = (kind, nodes, c) => nodes.forEach((n) => { list[kind][0].push(n); list[kind][1].push(c); });
    for (let f = 0, at = 0; f < size.length; at += size[f++]) {
      const own = Array.from(node.subarray(at, at + size[f]));
      const kind = kinds[cell[f]], tube = kind === SPRING || (kind === BEAM && !solid);
      if (own.length === 1 && kind >= BUSHING) joints.push({node: own[0], type: kind - BUSHING});
      else if (own.length === 1) add("points", own, cell[f]);
      if (own.length === 2 && tube) paths.push({nodes: own, cell: cell[f], coil: kind === SPRING});
      else if (own.length === 2) add("lines", own, cell[f]);
      if (own.length < 3) continue;
      own.forEach((n, i) => add("edges", [n, own[(i + 1) % own.length]], cell[f]));
      for (let i = 1; i + 1 < own.length; i++) add("triangles", [own[0], own[i], own[i + 1]], cell[f]);
    }
    const line = {vertexColors: THREE.VertexColors};
    const surface = {...line, side: THREE.DoubleSide, flatShading: true, shininess: 10};
    const materials = {
      triangles: [new THREE.MeshPhongMaterial({...surface, polygonOffset: true, polygonOffsetFactor: 1,
                                               polygonOffsetUnits: 1}), THREE.Mesh],
      edges: [new THREE.LineBasicMaterial({color: 0x000000, transparent: true, opacity: 0.25}), THREE.LineSegments],
      lines: [new THREE.LineBasicMaterial({...line, linewidth: 2}), THREE.LineSegments],
      points: [new THREE.PointsMaterial({...line, size: 5, sizeAttenuation: false}), THREE.Points]};
    this.scene = new THREE.Scene();
    this.scene.background = new THREE.Color(0xffffff);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0xbbbbbb, 0.85));
    this.lamp = new THREE.DirectionalLight(0xffffff, 0.35);
    this.scene.add(this.lamp);
    this.parts = {};
    for (const kind in list) {
      const part = new Part(Uint32Array.from(list[kind][0]), Uint32Array.from(list[kind][1]), ...materials[kind]);
      this.scene.add(part.object);
      this.parts[kind] = part;
    }
    this.parts.tubes = new Tubes(paths, this.size, new THREE.MeshPhongMaterial(surface));
    this.scene.add(this.parts.tubes.object);
    this.joints = new Joints(joints, array(section, "axes"), this.size, this.scene);
    this.shapes = JOINTS.filter((_, type) => joints.some((joint) => joint.type === type))
      .map(([name, shape]) => `${shape}: ${name}`);
    if (paths.some((path) => path.coil)) this.shapes.push("coil: spring");
  }

  // Set the positions of a frame with displacements times a factor.
  place(frame, factor) {
    this.positions.set(this.points);
    if (this.state) this.state.add(frame, 1, this.positions);
    this.motion.add(frame, factor, this.positions);
  }

  show(frame, factor, field, range) {
    this.place(frame, factor);
    for (const part of Object.values(this.parts)) part.move(this.positions);
    this.joints.move(frame, this.positions);
    const value = this.partOf(frame, field, range), plain = [0.55, 0.65, 0.75];
    for (const kind of ["triangles", "tubes", "lines", "points"])
      this.parts[kind].paint(field.title === "uniform" ? () => (kind === "triangles" || kind === "tubes" ? plain : [0.2, 0.2, 0.3])
                                                       : (n, c) => colour(value(n, c)));
  }

  // The part of a colour bar with this range, for a node of a cell.
  partOf(frame, field, [low, high]) {
    const wide = high - low || 1;
    if (field.values) {
      const count = field.values.length / this.times.length, step = (field.high - field.low) / 255;
      const values = field.values.subarray(frame * count, (frame + 1) * count);
      return (n, c) => (field.low + step * values[field.cell ? c : n] - low) / wide;
    }
    const vectors = new Float32Array(this.points.length);
    this.motion.add(frame, 1, vectors);
    return (n) => (Math.hypot(vectors[3 * n], vectors[3 * n + 1], vectors[3 * n + 2]) - low) / wide;
  }
}

function element(tag, properties, parent = document.body) {
  return parent.appendChild(Object.assign(document.createElement(tag), properties));
}

function labelled(text, control) {
  const label = document.createElement("label");
  label.append(text + " ", control);
  return label;
}

// Controls below the scene, the legend and the histories.
class Page {
  constructor(runs) {
    this.runs = runs;
    this.playing = false;
    this.phase = 0;
    this.buildScene();
    this.buildBar();
    this.buildSide();
    this.labels = runs.length > 1 ? runs.map((run) => element("div", {className: "label", textContent: run.name})) : [];
    window.addEventListener("resize", () => this.resize());
    this.resize();
    this.readAddress();
    this.chooseHistory();
    this.choose();
    requestAnimationFrame((now) => this.tick(now));
  }

  buildScene() {
    const holder = element("div", {id: "scene"});
    this.renderer = new THREE.WebGLRenderer({antialias: true, preserveDrawingBuffer: true});
    holder.append(this.renderer.domElement);
    this.holder = holder;
    this.camera = new THREE.PerspectiveCamera(35, 1, 0.01, 1000);
    this.camera.up.set(0, 0, 1);
    this.controls = new THREE.OrbitControls(this.camera, this.renderer.domElement);
    this.controls.addEventListener("change", () => { this.stale = true; });
    this.controls.addEventListener("start", () => { this.turned = true; }); // by the mouse
    element("div", {id: "title", textContent: this.runs[0].name});
    this.legend = element("div", {id: "legend"});
    element("div", {id: "shapes", textContent: [...new Set(this.runs.flatMap((run) => run.shapes))].join("\n")});
  }

  buildBar() {
    const bar = element("div", {id: "bar"}), first = this.runs[0];
    this.play = element("button", {textContent: "Play", title: "space", onclick: () => this.toggle()}, bar);
    this.time = element("input", {type: "range", id: "time", min: 0, max: first.times.length - 1, step: 1,
                                  value: first.modes ? 0 : first.times.length - 1,
                                  oninput: () => { this.clock = Number(this.time.value); this.choose(); }}, bar);
    this.clock = Number(this.time.value);
    this.clockText = element("span", {}, bar);
    this.unit = first.modes ? 0.1 * first.size / (first.longest || 1) : 1;
    this.factor = element("input", {type: "number", value: 1, step: "any", style: "width:70px",
                                    title: "displacements are drawn this many times",
                                    oninput: () => this.choose()});
    bar.append(labelled("deformation ×", this.factor));
    this.field = element("select", {oninput: () => this.choose()});
    first.fields.forEach((field, i) => element("option", {value: i, textContent: field.title}, this.field));
    this.field.value = first.fields.length > 2 ? 2 : first.longest > 0 ? 1 : 0;
    bar.append(labelled("colour", this.field));
    this.edges = element("input", {type: "checkbox", checked: true, oninput: () => this.choose()});
    bar.append(labelled("edges", this.edges));
    this.follow = element("input", {type: "checkbox", checked: this.travels(), oninput: () => this.resetCamera()});
    if (!first.modes) bar.append(labelled("follow", this.follow));
    element("button", {textContent: "Reset view", onclick: () => this.resetCamera()}, bar);
    document.addEventListener("keydown", (event) => {
      if (event.key === " " && event.target === document.body) this.toggle();
    });
  }

  buildSide() {
    const names = this.runs[0].histories.map((history) => history.name);
    this.side = element("div", {id: "side", hidden: names.length === 0});
    this.history = element("select", {oninput: () => this.chooseHistory()}, this.side);
    names.forEach((name, i) => element("option", {value: i, textContent: name}, this.history));
    this.history.value = Math.max(0, this.runs[0].histories.findIndex((history) => history.table === "probes"));
    this.chart = element("canvas", {width: 340, height: 150, style: "display:block"}, this.side);
  }

  // An address that ends with #frame=12&colour=failure opens the page in that frame with that colour.
  readAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1)), first = this.runs[0];
    const field = first.fields.findIndex((own) => own.title === wanted.get("colour"));
    if (wanted.has("frame"))
      this.clock = Math.min(Math.max(Math.round(Number(wanted.get("frame"))) || 0, 0), first.times.length - 1);
    if (field >= 0) this.field.value = field;
  }

  toggle() {
    this.playing = !this.playing;
    this.play.textContent = this.playing ? "Pause" : "Play";
  }

  resize() {
    this.width = this.holder.clientWidth;
    this.height = this.holder.clientHeight;
    this.renderer.setPixelRatio(window.devicePixelRatio);
    this.renderer.setSize(this.width, this.height);
    this.camera.aspect = this.width / this.runs.length / this.height;
    this.camera.updateProjectionMatrix();
    this.labels.forEach((label, i) => { label.style.left = i * this.width / this.runs.length + "px"; });
    if (!this.turned) this.resetCamera();
    this.stale = true;
  }

  // Whether the first run moves over several times its size.
  travels() {
    const {centres, size} = this.runs[0];
    return new THREE.Box3().setFromPoints(centres).getSize(new THREE.Vector3()).length() > 1.5 * size;
  }

  // The place where the camera looks if it follows the first run.
  target() {
    return this.runs[0].centres[Math.round(this.clock)];
  }

  // How far from its centre the camera has a box of this size just in the picture, in this direction.
  distance(size, back) {
    const right = new THREE.Vector3().crossVectors(this.camera.up, back).normalize();
    const up = new THREE.Vector3().crossVectors(back, right), slope = Math.tan(this.camera.fov / 2 * Math.PI / 180);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => new THREE.Vector3(k & 1, k >> 1 & 1, k >> 2).subScalar(0.5).multiply(size));
    return Math.max(...corners.map((corner) => corner.dot(back) + Math.max(
      Math.abs(corner.dot(right)) / (slope * this.camera.aspect), Math.abs(corner.dot(up)) / slope)));
  }

  // Look from the front, the right and above at the whole motion, or at the model and along with it.
  resetCamera() {
    const half = new THREE.Vector3().setScalar(this.runs[0].size / 2), target = this.target();
    const box = this.runs.reduce((all, run) => all.union(run.box), new THREE.Box3());
    if (this.follow.checked) box.set(target.clone().sub(half), target.clone().add(half));
    this.followed = target;
    this.turned = false;
    const centre = box.getCenter(new THREE.Vector3()), radius = box.getSize(new THREE.Vector3()).length() / 2 || 1;
    const back = new THREE.Vector3(0.5, -0.75, 0.43).normalize();
    this.camera.near = radius / 100;
    this.camera.far = 100 * radius;
    this.camera.position.copy(centre).addScaledVector(back, 1.06 * this.distance(box.getSize(new THREE.Vector3()), back) || radius);
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(centre);
    this.controls.update();
    this.stale = true;
  }

  // The frame of a run whose time is nearest to the present time of the first run.
  frameOf(run) {
    const own = Math.round(this.clock);
    if (run === this.runs[0] || run.modes) return Math.min(own, run.times.length - 1);
    const time = this.runs[0].times[own];
    let low = 0, high = run.times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (run.times[middle] > time) high = middle; else low = middle;
    }
    return Math.abs(run.times[high] - time) < Math.abs(run.times[low] - time) ? high : low;
  }

  // Show the present frame with the chosen field.
  choose() {
    const first = this.runs[0], chosen = first.fields[Number(this.field.value)];
    const factor = (Number(this.factor.value) || 0) * this.unit * (first.modes ? Math.cos(this.phase) : 1);
    const fields = this.runs.map((run) => run.fields.find((own) => own.title === chosen.title));
    const range = [Math.min(...fields.map((field) => (field ? field.low : Infinity))),
                   Math.max(...fields.map((field) => (field ? field.high : -Infinity)))];
    this.runs.forEach((run, i) => {
      run.parts.edges.object.visible = this.edges.checked;
      run.show(this.frameOf(run), factor, fields[i] || run.fields[0], range);
    });
    if (this.follow.checked) {
      const step = this.target().clone().sub(this.followed);
      this.followed = this.target();
      this.controls.target.add(step);
      this.camera.position.add(step);
      this.controls.update();
    }
    const frame = Math.round(this.clock), time = Number(first.times[frame].toPrecision(5));
    this.time.value = frame;
    this.clockText.textContent = first.modes ? `mode ${frame + 1}: ${time}` : `t = ${time}`;
    this.drawLegend(chosen, range);
    this.drawHistory();
    this.stale = true;
  }

  drawLegend(field, [low, high]) {
    this.legend.textContent = "";
    if (field.title === "uniform") return;
    const stops = STOPS.map((_, i) => "rgb(" + STOPS[STOPS.length - 1 - i].map((c) => Math.round(255 * c)) + ")");
    element("div", {textContent: field.title}, this.legend);
    const row = element("div", {style: "display:flex;justify-content:flex-end;gap:6px;height:150px"}, this.legend);
    const ends = element("div", {style: "display:flex;flex-direction:column;justify-content:space-between"}, row);
    for (const value of [high, low])
      element("span", {textContent: Number(value.toPrecision(4))}, ends);
    element("div", {style: `width:16px;background:linear-gradient(${stops})`}, row);
  }

  // Take the chosen history of all runs, and its range.
  chooseHistory() {
    const name = (this.runs[0].histories[Number(this.history.value)] || {}).name;
    const range = (lists) => {
      let low = Infinity, high = -Infinity;
      for (const list of lists)
        for (const value of list) [low, high] = [Math.min(low, value), Math.max(high, value)];
      return [low, high];
    };
    this.chosen = this.runs.map((run) => run.histories.find((history) => history.name === name)).filter(Boolean);
    this.values = range(this.chosen.map((history) => history.value));
    this.times = range(this.chosen.map((history) => history.time));
    this.drawHistory();
  }

  // Draw the chosen histories, with a line at the present time.
  drawHistory() {
    const pen = this.chart.getContext("2d"), {width, height} = this.chart;
    const [low, high] = this.values, [start, end] = this.times;
    const x = (t) => 6 + (width - 12) * (t - start) / (end - start || 1);
    const y = (v) => height - 18 - (height - 36) * (v - low) / (high - low || 1);
    const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
    pen.clearRect(0, 0, width, height);
    if (this.chosen.length === 0) return;
    this.chosen.forEach((history, i) => {
      pen.strokeStyle = colours[i];
      pen.beginPath();
      history.value.forEach((v, k) => pen.lineTo(x(history.time[k]), y(v)));
      pen.stroke();
    });
    pen.fillStyle = "#555";
    pen.fillText(Number(high.toPrecision(5)), 6, 11);
    pen.fillText(Number(low.toPrecision(5)), 6, height - 5);
    pen.strokeStyle = "#999";
    pen.beginPath();
    for (const v of [0, height]) pen.lineTo(x(this.runs[0].times[Math.round(this.clock)]), v);
    pen.stroke();
  }

  // A march takes ten seconds, but no more than 30 frames a second; a mode vibrates once a second.
  tick(now) {
    const seconds = Math.min((now - (this.last || now)) / 1000, 0.1), first = this.runs[0];
    this.last = now;
    if (this.playing && first.modes) this.phase += 2 * Math.PI * seconds;
    if (this.playing && !first.modes)
      this.clock = (this.clock + seconds * Math.min(30, first.times.length / 10)) % Math.max(first.times.length - 1, 1);
    if (this.playing) this.choose();
    if (this.stale) this.draw();
    requestAnimationFrame((next) => this.tick(next));
  }

  draw() {
    const width = this.width / this.runs.length;
    this.stale = false;
    this.renderer.setScissorTest(true);
    this.runs.forEach((run, i) => {
      run.lamp.position.copy(this.camera.position);
      this.renderer.setViewport(i * width, 0, width, this.height);
      this.renderer.setScissor(i * width, 0, width, this.height);
      this.renderer.render(run.scene, this.camera);
    });
  }
}

window.view = new Page(Array.from(document.querySelectorAll("section"), (section) => new Run(section)));
