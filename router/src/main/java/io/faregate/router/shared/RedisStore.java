package io.faregate.router.shared;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The store, as far as it runs scripts. Each call has an end: a store that does not answer has failed. */
final class RedisStore {
    /** All keys carry this tag, so that a cluster keeps them in one hash slot. */
    static final String TAG = "faregate:{faregate}:";

    private static final int CONNECT_MILLIS = 500;
    private static final int POOL = 4;
    private static final int POOL_WAITING = 4_096;

    private final Redis redis;
    private final long answerMillis;

    /**
     * A store that is connected to when it is first asked.
     *
     * @param url such as {@code redis://127.0.0.1:6379}
     * @param answerMillis how long an answer is waited for
     */
    RedisStore(Vertx vertx, String url, long answerMillis) {
        this.answerMillis = answerMillis;
        RedisOptions options = new RedisOptions()
                .setConnectionString(url)
                .setMaxPoolSize(POOL)
                .setMaxPoolWaiting(POOL_WAITING)
                .setNetClientOptions(new NetClientOptions().setConnectTimeout(CONNECT_MILLIS));
        redis = Redis.createClient(vertx, options);
    }

    /** Runs a script; the future fails when the store cannot be reached, refuses or does not answer in time. */
    Future<Response> run(Script script, List<String> keys, List<String> arguments) {
        return send(call(Command.EVALSHA, script.sha1(), keys, arguments))
                .recover(failure -> {
                    String message = failure.getMessage();
                    return message != null && message.startsWith("NOSCRIPT")
                            ? send(call(Command.EVAL, script.text(), keys, arguments))
                            : Future.failedFuture(failure);
                })
                .timeout(answerMillis, TimeUnit.MILLISECONDS);
    }

    /** None of our commands is answered with nothing. */
    private Future<Response> send(Request request) {
        return redis.send(request).map(Objects::requireNonNull);
    }

    private static Request call(Command command, String script, List<String> keys, List<String> arguments) {
        Request request = Request.cmd(command).arg(script).arg(keys.size());
        keys.forEach(request::arg);
        arguments.forEach(request::arg);
        return request;
    }

    /** All fields of a hash, one after the other: name, value. */
    Future<Response> fields(String key) {
        return send(Request.cmd(Command.HGETALL).arg(key)).timeout(answerMillis, TimeUnit.MILLISECONDS);
    }

    /** Takes a member out of a sorted set. */
    Future<Response> remove(String key, String member) {
        return send(Request.cmd(Command.ZREM).arg(key).arg(member)).timeout(answerMillis, TimeUnit.MILLISECONDS);
    }

    void close() {
        redis.close();
    }
}
