# Varnish 7.1 or later with the module xkey of varnish-modules, in front of Masthead with CDN=varnish.
# Adapt the backend and who may purge. Set the same token in CDN_PURGE_TOKEN if other machines can reach Varnish, also through
# a proxy on this machine, whose requests have its address.
vcl 4.1;

import std;
import xkey;

backend default {
    .host = "127.0.0.1";
    .port = "3000";
    .first_byte_timeout = 30s;
    # Live streams send a heartbeat every 25 seconds.
    .between_bytes_timeout = 60s;
    .probe = {
        .url = "/readyz";
        .interval = 2s;
        .timeout = 2s;
        .window = 3;
        .threshold = 2;
        .initial = 3;
    }
}

acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        # With a token: if (client.ip !~ purgers || req.http.Authorization != "Bearer TOKEN")
        if (client.ip !~ purgers) {
            return (synth(403, "Forbidden"));
        }
        set req.http.purged = "0";
        if (req.http.xkey-purge) {
            set req.http.purged = xkey.purge(req.http.xkey-purge);
        }
        if (req.http.xkey-softpurge) {
            set req.http.purged = xkey.softpurge(req.http.xkey-softpurge);
        }
        return (synth(200, "Purged " + req.http.purged));
    }

    # Copies that were purged softly are served only while the site does not respond.
    if (req.restarts > 0) {
        set req.grace = 24h;
    } else if (std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    }

    unset req.http.X-Lookup;
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Never stored: the admin area, server functions, live streams, searches, and personal links.
    if (req.url ~ "(?i)^/(admin|api|functions|_serverFn|preview|search|following|newsletter|livez|readyz|metrics)([/?]|$)") {
        return (pass);
    }
    # Cookies do not change pages. By default, Varnish would not cache requests with cookies.
    set req.http.X-Lookup = "1";
    return (hash);
}

sub vcl_hash {
    hash_data(req.url);
    hash_data(req.http.Host);
    hash_data(req.http.X-Forwarded-Proto);
    return (lookup);
}

sub vcl_backend_response {
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    if (beresp.http.Surrogate-Control ~ "max-age=[0-9]+") {
        set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, ".*max-age=([0-9]+).*", "\1") + "s", 0s);
        set beresp.grace = std.duration(regsub(beresp.http.Surrogate-Control, ".*stale-if-error=([0-9]+).*", "\1") + "s", 0s);
        set beresp.keep = 0s;
        set beresp.http.xkey = beresp.http.Surrogate-Key;
        return (deliver);
    }
    set beresp.grace = 0s;
    # Files of the client, whose names contain hashes. Copies without keys could not be purged. An address that starts like theirs
    # may lead elsewhere: /assets/%2e%2e/admin.
    if (bereq.url ~ "^/assets/" && beresp.status == 200 && beresp.http.Cache-Control ~ "immutable") {
        return (deliver);
    }
    set beresp.ttl = 5s;
    set beresp.uncacheable = true;
    return (deliver);
}

sub vcl_deliver {
    # The site responds with an error: serve a copy that was purged softly, if there is one.
    if (resp.status >= 500 && req.restarts == 0 && req.http.X-Lookup) {
        return (restart);
    }
    unset resp.http.Surrogate-Control;
    unset resp.http.Surrogate-Key;
    unset resp.http.xkey;
    unset resp.http.X-Varnish;
    unset resp.http.Via;
}
