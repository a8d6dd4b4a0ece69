import de.bwaldvogel.mongo.backend.Cursor;
import de.bwaldvogel.mongo.backend.aggregation.Aggregation;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;
import java.util.List;

/** The log of changes, less the contents of files (GridFS keeps them in "*.chunks"): nobody watches those. */
final class OplogWithoutFiles implements Oplog {
  private final Oplog oplog;

  OplogWithoutFiles(Oplog oplog) {
    this.oplog = oplog;
  }

  private static boolean isFileContent(String namespace) {
    return namespace.endsWith(".chunks");
  }

  @Override
  public void handleInsert(String namespace, List<Document> documents) {
    if (!isFileContent(namespace)) oplog.handleInsert(namespace, documents);
  }

  @Override
  public void handleUpdate(String namespace, Document selector, Document query, List<Object> modifiedIds) {
    if (!isFileContent(namespace)) oplog.handleUpdate(namespace, selector, query, modifiedIds);
  }

  @Override
  public void handleDelete(String namespace, Document query, List<Object> deletedIds) {
    if (!isFileContent(namespace)) oplog.handleDelete(namespace, query, deletedIds);
  }

  @Override
  public void handleDropCollection(String namespace) {
    oplog.handleDropCollection(namespace);
  }

  @Override
  public Cursor createCursor(Document changeStream, String namespace, Aggregation aggregation) {
    return oplog.createCursor(changeStream, namespace, aggregation);
  }
}
