// Steps through `count` moments by buttons, a slider and the keyboard; `show(now)` draws one, `pace()` is the time of each
// in milliseconds. The page has the buttons first, back, play, next and last, and the range slider.
function player(count, show, pace) {
  const $ = id => document.getElementById(id);
  let now = 0, timer = null;
  function pause() {
    clearInterval(timer);
    timer = null;
    $("play").textContent = "Play";
  }
  function go(index) {
    now = Math.max(0, Math.min(count - 1, index));
    if (now === count - 1) pause();
    $("slider").value = now;
    show(now);
  }
  function play() {
    if (timer !== null) return pause();
    if (now === count - 1) go(0);
    timer = setInterval(() => go(now + 1), pace());
    $("play").textContent = "Pause";
  }
  const jump = index => { pause(); go(index); };
  const buttons = {first: () => 0, back: () => now - 1, next: () => now + 1, last: () => count - 1};
  for (const [id, index] of Object.entries(buttons)) $(id).onclick = () => jump(index());
  const keys = {Home: buttons.first, ArrowLeft: buttons.back, ArrowRight: buttons.next, End: buttons.last};
  $("play").onclick = play;
  $("slider").max = count - 1;
  $("slider").oninput = event => jump(Number(event.target.value));
  addEventListener("keydown", event => {
    if (event.target.tagName === "SELECT") return;
    if (event.key === " ") { event.preventDefault(); play(); }
    else if (keys[event.key]) { event.preventDefault(); jump(keys[event.key]()); }
  });
  return {jump, again: () => go(now), hurry: () => { if (timer !== null) { pause(); play(); } }};
}
// The moment that the address asks for, as in page.html#12.
function asked(first) {
  const number = /^#(\d+)$/.exec(location.hash);
  return number ? Number(number[1]) - first : 0;
}
