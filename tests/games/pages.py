"""Pages of games, run in a stand-in for a browser that knows the calls that they make and no others."""

import json
import re
import subprocess
from pathlib import Path

BROWSER = Path(__file__).with_name("browser.js")


def data(html: str) -> str:
    """What a page is about, as JSON."""
    return re.search(r'<script id="data" type="application/json">(.*?)</script>', html, re.DOTALL)[1]


def run(html: str, after: str, folder: Path) -> list[str]:
    """What a page's script writes to the console, with some more script after it."""
    script = html.rsplit("<script>", 1)[1].split("</script>")[0]
    program = folder / "page.js"
    browser = BROWSER.read_text("utf-8").replace("DATA", json.dumps(data(html)))
    program.write_text(f"{browser}{script}\n{after}\n", "utf-8")
    done = subprocess.run(["node", str(program)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()
