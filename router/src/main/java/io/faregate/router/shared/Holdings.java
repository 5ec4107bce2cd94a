package io.faregate.router.shared;

import io.faregate.router.spend.Account;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.Map;
import java.util.TreeMap;

/** What the store's books say about an account. Stateless. */
final class Holdings {
    private static final String DRAWN_BY = "drawn:";

    private Holdings() {}

    static Future<Map<String, Long>> of(RedisStore store, Account account) {
        return store.fields(Drawing.key(account)).map(Holdings::read);
    }

    private static Map<String, Long> read(Response fields) {
        Map<String, Long> drawn = new TreeMap<>();
        for (String field : fields.getKeys()) {
            if (field.startsWith(DRAWN_BY)) {
                drawn.put(
                        field.substring(DRAWN_BY.length()),
                        Amounts.parse(fields.get(field).toString()));
            }
        }
        return drawn;
    }
}
