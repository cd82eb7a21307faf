// As much of a browser as the page of a game needs. Unknown calls throw.
const pen = Object.fromEntries(
  ("setTransform translate rotate scale save restore beginPath closePath moveTo lineTo arc fill stroke fillRect " +
    "strokeRect fillText setLineDash").split(" ").map(name => [name, (...numbers) => {
      if (numbers.some(one => typeof one === "number" && !Number.isFinite(one))) throw new Error(name + " " + numbers);
    }]),
);
function made(id) {
  return {
    id, style: {}, checked: true, clientWidth: 800, clientHeight: 64, value: "200", textContent: id === "data" ? DATA : "",
    parentElement: {clientWidth: 800}, getContext: () => pen, append() {}, replaceChildren() {},
  };
}
const elements = {};
globalThis.document = {
  body: made("body"),
  getElementById: id => elements[id] ??= made(id),
  querySelector: () => made("aside"),
  createElement: tag => made(tag),
};
globalThis.matchMedia = () => ({matches: false, addEventListener() {}});
const handlers = {};
globalThis.addEventListener = (kind, handler) => { handlers[kind] = handler; };
const press = key => handlers.keydown({key, target: {}, preventDefault() {}});
globalThis.devicePixelRatio = 2;
globalThis.innerHeight = 900;
globalThis.location = {hash: ""};
let tick;
globalThis.setInterval = call => { tick = call; return 1; };
globalThis.clearInterval = () => { tick = undefined; };
// Goes through a page of `count` moments in every way there is, and says after each what `told` names.
function walk(count, told) {
  const say = () => console.log($(told).textContent);
  const all = call => { for (let step = 1; step < count; step++) call(); say(); };
  say();
  all($("next").onclick);
  all(() => press("ArrowLeft"));
  press(" ");
  all(() => tick());
  if (tick !== undefined) throw new Error("it plays on after the end");
  for (const id of ["first", "last", "back"]) { $(id).onclick(); say(); }
  for (const key of ["Home", "End"]) { press(key); say(); }
  $("slider").oninput({target: {value: "1"}});
  say();
}
