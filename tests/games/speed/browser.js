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
globalThis.addEventListener = () => {};
globalThis.devicePixelRatio = 2;
globalThis.innerHeight = 900;
globalThis.location = {hash: ""};
function walk() {
  for (let index = 0; index < rounds.length; index++) $("next").onclick();
  for (const id of ["first", "back", "last"]) $(id).onclick();
  $("share").onclick({offsetX: 400, target: $("share")});
  $("slider").oninput({target: {value: String(rounds.length - 1)}});
  console.log($("round").textContent);
}
