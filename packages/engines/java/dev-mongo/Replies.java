import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/** Answers to commands that the library does not know. */
final class Replies {
  private Replies() {}

  static Document ok() {
    return new Document("ok", 1.0);
  }

  static Document failure(int code, String name, String message, String... labels) {
    Document reply = new Document("ok", 0.0);
    reply.put("errmsg", message);
    reply.put("code", code);
    reply.put("codeName", name);
    if (labels.length > 0) reply.put("errorLabels", List.of(labels));
    return reply;
  }
}
