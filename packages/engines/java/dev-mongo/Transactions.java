import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Transactions by locking whole collections: one transaction at a time in a collection, and rolling back means putting
 * back what the collection held before. Every method is called with the lock held.
 */
final class Transactions {
  private static final long FORGOTTEN_AFTER_MS = 15_000;
  private static final String TRANSIENT = "TransientTransactionError";

  private static final class Transaction {
    final String id;
    final Set<String> namespaces = new HashSet<>();
    final Map<String, Map<Object, Document>> before = new LinkedHashMap<>();
    long touched = System.currentTimeMillis();

    Transaction(String id) {
      this.id = id;
    }
  }

  private final Condition released;
  private final Function<String, MongoCollection<?>> collections;
  private final Map<String, Transaction> running = new HashMap<>();
  private final Map<String, Transaction> holders = new HashMap<>();

  Transactions(ReentrantLock lock, Function<String, MongoCollection<?>> collections) {
    this.released = lock.newCondition();
    this.collections = collections;
  }

  static String idOf(Document query) {
    Document session = (Document) query.get("lsid");
    return session.get("id") + "/" + query.get("txnNumber");
  }

  /** Takes a collection for the transaction of this command. Returns the error to answer with, or null. */
  Document enter(Document query, String namespace, boolean writes, long waitMs) {
    Transaction transaction = running.computeIfAbsent(idOf(query), Transaction::new);
    transaction.touched = System.currentTimeMillis();
    if (!awaitFree(namespace, transaction, waitMs)) {
      end(transaction.id, false);
      String message = "WriteConflict error: this operation conflicted with another operation";
      return Replies.failure(112, "WriteConflict", message, TRANSIENT);
    }
    if (!running.containsKey(transaction.id)) {
      return Replies.failure(251, "NoSuchTransaction", "Transaction was aborted", TRANSIENT);
    }
    transaction.namespaces.add(namespace);
    holders.put(namespace, transaction);
    if (writes) transaction.before.computeIfAbsent(namespace, this::contentsOf);
    return null;
  }

  /** Waits until no transaction holds the collection. Returns false when that took too long. */
  boolean awaitFree(String namespace, long waitMs) {
    return awaitFree(namespace, null, waitMs);
  }

  private boolean awaitFree(String namespace, Transaction self, long waitMs) {
    long left = TimeUnit.MILLISECONDS.toNanos(waitMs);
    while (true) {
      Transaction holder = holders.get(namespace);
      if (holder == null || holder == self) return true;
      if (left <= 0) return false;
      try {
        left = released.awaitNanos(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  Document end(String id, boolean commit) {
    Transaction transaction = running.remove(id);
    if (transaction == null) {
      return commit ? Replies.failure(251, "NoSuchTransaction", "no such transaction") : Replies.ok();
    }
    if (!commit) transaction.before.forEach(this::restore);
    transaction.namespaces.forEach(holders::remove);
    released.signalAll();
    return Replies.ok();
  }

  /** Rolls back what a client began and never ended. */
  void abortForgotten() {
    long oldest = System.currentTimeMillis() - FORGOTTEN_AFTER_MS;
    for (Transaction transaction : List.copyOf(running.values())) {
      if (transaction.touched < oldest) end(transaction.id, false);
    }
  }

  private Map<Object, Document> contentsOf(String namespace) {
    Map<Object, Document> contents = new LinkedHashMap<>();
    MongoCollection<?> collection = collections.apply(namespace);
    if (collection != null) {
      for (Document document : collection.queryAll()) contents.put(document.get("_id"), document.cloneDeeply());
    }
    return contents;
  }

  private void restore(String namespace, Map<Object, Document> before) {
    MongoCollection<?> collection = collections.apply(namespace);
    if (collection == null) return;
    List<Document> changed = new ArrayList<>();
    Set<Object> unchanged = new HashSet<>();
    for (Document document : collection.queryAll()) {
      if (document.equals(before.get(document.get("_id")))) unchanged.add(document.get("_id"));
      else changed.add(document);
    }
    changed.forEach(collection::removeDocument);
    before.forEach(
        (id, document) -> {
          if (!unchanged.contains(id)) collection.addDocument(document);
        });
  }
}
