import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Deletes documents whose time is over, as indexes with expireAfterSeconds ask for. It knows the indexes that were asked
 * for since it started; a service asks for its indexes whenever it starts.
 */
final class Expiry {
  private record Rule(String database, String collection, String field, long seconds) {}

  private final DevMongo backend;
  private final Channel channel = new EmbeddedChannel();
  private final Set<Rule> rules = ConcurrentHashMap.newKeySet();

  Expiry(DevMongo backend) {
    this.backend = backend;
  }

  /** Remembers the indexes of a createIndexes command that expire documents. */
  void note(String database, Document query) {
    String collection = (String) query.get("createIndexes");
    for (Object entry : (Collection<?>) query.get("indexes")) {
      Document index = (Document) entry;
      if (index.get("expireAfterSeconds") instanceof Number seconds) {
        String field = ((Document) index.get("key")).keySet().iterator().next();
        rules.add(new Rule(database, collection, field, seconds.longValue()));
      }
    }
  }

  /** A dropped database is not looked into again, which would make it anew. */
  void forget(String database) {
    rules.removeIf(rule -> rule.database().equals(database));
  }

  void sweep() {
    for (Rule rule : rules) {
      Instant oldest = Instant.now().minusSeconds(rule.seconds());
      Document expired = new Document(rule.field(), new Document("$lte", oldest));
      Document delete = new Document("delete", rule.collection());
      delete.put("deletes", List.of(new Document(Map.of("q", expired, "limit", 0))));
      backend.locked(
          () -> {
            if (rules.contains(rule)) backend.expire(channel, rule.database(), delete);
          });
    }
  }
}
