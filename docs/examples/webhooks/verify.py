"""Receives webhooks: WEBHOOK_SECRET=whsec_... PORT=3000 INBOX=inbox python3 verify.py (Python 3.8 or later)."""
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def verify(raw_body, signature_header, secret, now, tolerance_seconds=300):
    """Whether these bytes were signed with the secret, within so many seconds of `now` (Unix seconds).

    `raw_body` is the body as bytes, exactly as it was received: parsed and written again it is another one.
    """
    # Without a secret anybody could sign.
    if not secret:
        return False
    times, codes = [], []
    for part in (signature_header or "").split(","):
        found = re.fullmatch(r"([a-z][a-z0-9]*)=([\x21-\x7e]+)", part)
        if found is None:
            return False
        name, value = found.groups()
        if name == "t":
            times.append(value)
        if name == "v1":
            codes.append(value)
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0]):
        return False
    if not all(re.fullmatch(r"[0-9a-f]{64}", code) for code in codes):
        return False
    if abs(now - int(times[0])) > tolerance_seconds:
        return False

    signed = times[0].encode("ascii") + b"." + raw_body
    expected = hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).digest()
    # Bytes on both sides: compare_digest refuses text that is not ASCII. Every code is compared, whichever fits.
    return sum(hmac.compare_digest(bytes.fromhex(code), expected) for code in codes) > 0


BODY_BYTES_MAX = 8_000_000


def keep(inbox, event_id, raw_body):
    """Keeps an event under its id; False where it was kept before, for a delivery may come twice.

    In your service: a table whose key is the id.
    """
    if not re.fullmatch(r"chg_[0-9A-Z]+", event_id):
        raise ValueError("an id of another form")
    try:
        with open(os.path.join(inbox, event_id + ".json"), "xb") as file:
            file.write(raw_body)
            file.flush()
            os.fsync(file.fileno())
        return True
    except FileExistsError:
        return False


def work(event):
    if event["event"] == "ping":
        print("The endpoint works: " + event["id"], flush=True)
    elif event["event"].startswith("subsidy."):
        print(event["event"] + " of " + event["data"]["id"], flush=True)
    # Other types are ignored: new ones may come.


class Receiver(BaseHTTPRequestHandler):
    timeout = 30

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,9}", length) or int(length) > BODY_BYTES_MAX:
            return self.answer(413)
        raw_body = self.rfile.read(int(length))
        headers = self.headers.get_all("Service-Signature") or []
        secret = os.environ["WEBHOOK_SECRET"]
        if len(headers) != 1 or not verify(raw_body, headers[0], secret, int(time.time())):
            return self.answer(400)
        try:
            event = json.loads(raw_body)
            is_new = keep(os.environ.get("INBOX", "inbox"), event["id"], raw_body)
        except Exception:
            # What could not be kept is sent again later.
            return self.answer(500)
        # 2xx as soon as the event is kept; what it means is worked out afterwards.
        self.answer(204)
        if is_new:
            work(event)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


if __name__ == "__main__":
    if not os.environ.get("WEBHOOK_SECRET"):
        raise SystemExit("WEBHOOK_SECRET must be the secret of the endpoint.")
    os.makedirs(os.environ.get("INBOX", "inbox"), exist_ok=True)
    port = int(os.environ.get("PORT", "3000"))
    print(f"Receiving on http://127.0.0.1:{port}", flush=True)
    ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
