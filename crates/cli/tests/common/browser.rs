//! Chromium without a window, driven through its DevTools protocol over a pipe.

use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// How long anything may take, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A browser with one page.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
    session: Value,
    /// What went wrong in the page, and addresses it asked for.
    pub complaints: Vec<String>,
}

impl Browser {
    /// Starts it; `folder` is for its own files and for downloads.
    pub fn start(folder: &Path) -> Self {
        let profile = format!("--user-data-dir={}", folder.join("profile").display());
        // The protocol is spoken on the descriptors 3 and 4.
        let mut child = Command::new("sh")
            .args([
                "-c",
                "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1",
                "sh",
            ])
            .args([
                "chromium",
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
            ])
            .args(["--no-first-run", "--remote-debugging-pipe", &profile])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut browser = Self {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
            last: 0,
            session: Value::Null,
            complaints: Vec::new(),
        };
        let page = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": page["targetId"], "flatten": true});
        browser.session = browser.call("Target.attachToTarget", attach)["sessionId"].clone();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        let downloads = json!({"behavior": "allow", "downloadPath": folder});
        browser.call("Browser.setDownloadBehavior", downloads);
        browser
    }

    /// Opens a file and waits until `ready` holds in it.
    pub fn open(&mut self, file: &Path, ready: &str) {
        let url = format!("file://{}", file.display());
        self.call("Page.navigate", json!({ "url": url }));
        self.wait_for(ready);
    }

    /// Waits until an expression holds in the page.
    pub fn wait_for(&mut self, expression: &str) {
        let start = Instant::now();
        while self.eval(&format!("Boolean({expression})")) != true {
            assert!(
                start.elapsed() < PATIENCE,
                "{expression} does not come true"
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The value of an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let answer = self.call(
            "Runtime.evaluate",
            json!({"expression": expression, "returnByValue": true, "awaitPromise": true}),
        );
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    /// Clicks on the middle of an element, as a mouse does.
    pub fn click(&mut self, element: &str) {
        let at = self.eval(&format!(
            "(() => {{ const e = {element}; e.scrollIntoView({{block: 'center'}}); \
             const r = e.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let mouse = json!({
                "type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1
            });
            self.call("Input.dispatchMouseEvent", mouse);
        }
    }

    /// Presses a key by its name and its old number.
    pub fn press(&mut self, key: &str, number: u8) {
        let mut down = json!({
            "type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": number
        });
        if key == "Enter" {
            down["text"] = "\r".into();
        }
        self.call("Input.dispatchKeyEvent", down);
        let up = json!({"type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": number});
        self.call("Input.dispatchKeyEvent", up);
    }

    /// Sends a command and gives its result.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let mut command = json!({"id": self.last, "method": method, "params": params});
        if !self.session.is_null() && !method.starts_with("Browser.") {
            command["sessionId"] = self.session.clone();
        }
        let mut bytes = command.to_string().into_bytes();
        bytes.push(0);
        self.input.write_all(&bytes).unwrap();
        loop {
            let mut answer = Vec::new();
            self.output.read_until(0, &mut answer).unwrap();
            assert!(
                answer.pop().is_some(),
                "the browser has gone; is chromium installed?"
            );
            let answer: Value = serde_json::from_slice(&answer).unwrap();
            if answer["id"] == self.last {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.note(&answer);
        }
    }

    fn note(&mut self, event: &Value) {
        let url = event["params"]["request"]["url"]
            .as_str()
            .unwrap_or("file:");
        let outside = !["file:", "data:", "blob:", "about:"]
            .iter()
            .any(|scheme| url.starts_with(scheme));
        let wrong = match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
            Some("Network.requestWillBeSent") => outside,
            _ => false,
        };
        if wrong {
            self.complaints.push(event["params"].to_string());
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
