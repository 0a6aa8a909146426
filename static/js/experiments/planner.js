// The slider of the planner: it writes into the number beside it, and reaches as far as the plan says.
// Without it the number is typed, and the button updates the plan.
(() => {
  "use strict";
  const slider = document.getElementById("effect-slider"), number = document.getElementById(slider.dataset.number);

  function follow() {
    const { step, most } = document.getElementById("plan").dataset;
    slider.hidden = !most;
    if (!most) return;
    Object.assign(slider, { min: step, max: most, step });
    if (document.activeElement !== slider) slider.value = number.value;
  }

  slider.addEventListener("input", () => { number.value = slider.value; });
  number.addEventListener("input", () => { slider.value = number.value; });
  document.addEventListener("htmx:afterSwap", follow);
  follow();
})();
