<?php
// Receives webhooks: WEBHOOK_SECRET=whsec_... INBOX=inbox php -S 127.0.0.1:3000 verify.php (PHP 8; on a server: behind FPM).
declare(strict_types=1);

/**
 * Whether these bytes were signed with the secret, within so many seconds of $now (Unix seconds). $rawBody is the body
 * exactly as it was received: parsed and written again it is another one.
 */
function verify(string $rawBody, ?string $signatureHeader, string $secret, int $now, int $toleranceSeconds = 300): bool
{
    // Without a secret anybody could sign.
    if ($secret === '') {
        return false;
    }
    $times = [];
    $codes = [];
    foreach (explode(',', $signatureHeader ?? '') as $part) {
        // D: the end is the end, not the line break before it.
        if (preg_match('/^([a-z][a-z0-9]*)=([\x21-\x7e]+)$/D', $part, $found) !== 1) {
            return false;
        }
        if ($found[1] === 't') {
            $times[] = $found[2];
        }
        if ($found[1] === 'v1') {
            $codes[] = $found[2];
        }
    }
    if (count($times) !== 1 || preg_match('/^[0-9]{1,12}$/D', $times[0]) !== 1) {
        return false;
    }
    foreach ($codes as $code) {
        if (preg_match('/^[0-9a-f]{64}$/D', $code) !== 1) {
            return false;
        }
    }
    if (abs($now - (int) $times[0]) > $toleranceSeconds) {
        return false;
    }

    $expected = hash_hmac('sha256', $times[0] . '.' . $rawBody, $secret);
    // Both sides are 64 characters: hash_equals tells unequal lengths by its time. Every code is compared, whichever fits.
    return count(array_filter($codes, fn (string $code): bool => hash_equals($expected, $code))) > 0;
}

/**
 * Keeps an event under its id; false where it was kept before, for a delivery may come twice. In your service: a table
 * whose key is the id.
 */
function keep(string $inbox, string $id, string $rawBody): bool
{
    if (preg_match('/^chg_[0-9A-Z]+$/D', $id) !== 1) {
        throw new UnexpectedValueException('an id of another form');
    }
    $path = $inbox . '/' . $id . '.json';
    $file = @fopen($path, 'xb');
    if ($file === false) {
        return file_exists($path) ? false : throw new RuntimeException('the inbox takes nothing');
    }
    $isWhole = fwrite($file, $rawBody) === strlen($rawBody) && fflush($file);
    if (!fclose($file) || !$isWhole) {
        unlink($path);
        throw new RuntimeException('the inbox takes nothing');
    }
    return true;
}

/** The status of the answer: 2xx as soon as the event is kept; what it means is worked out by whoever reads the inbox. */
function receive(string $secret, string $inbox): int
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return 405;
    }
    $rawBody = file_get_contents('php://input');
    if ($rawBody === false || !verify($rawBody, $_SERVER['HTTP_SERVICE_SIGNATURE'] ?? null, $secret, time())) {
        return 400;
    }
    try {
        $event = json_decode($rawBody, false, 64, JSON_THROW_ON_ERROR);
        keep($inbox, $event->id, $rawBody);
        return 204;
    } catch (Throwable) {
        // What could not be kept is sent again later.
        return 500;
    }
}

// Only where this file is what was asked for, not where another one includes it.
if (PHP_SAPI !== 'cli' && get_included_files()[0] === __FILE__) {
    $secret = getenv('WEBHOOK_SECRET');
    $inbox = getenv('INBOX') ?: 'inbox';
    if (!is_dir($inbox)) {
        mkdir($inbox, 0700, true);
    }
    http_response_code(is_string($secret) && $secret !== '' ? receive($secret, $inbox) : 500);
}
