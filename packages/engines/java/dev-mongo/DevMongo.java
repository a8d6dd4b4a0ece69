import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.h2.mvstore.MVStore;

/**
 * A store for a developer's machine that speaks MongoDB's protocol: mongo-java-server over one H2 file, with what a
 * current driver needs besides. It says it is a replica set of one with sessions, runs one command at a time, expires
 * documents (see Expiry) and answers a write when it is in the file (see GroupCommit), so that a killed process loses
 * nothing that was acknowledged.
 *
 * <p>Usage: {@code java DevMongo PORT FILE}. Prints "ready" when it listens.
 */
public final class DevMongo extends H2Backend {
  private static final Set<String> WRITES = Set.of("insert", "update", "delete", "findandmodify");
  // Everybody waits meanwhile, so it is little at a time.
  private static final int TIDIED_BYTES = 512 * 1024;

  // Fair, so that waiting writers get in before the next commit to the file, which then covers all of them.
  private final ReentrantLock lock = new ReentrantLock(true);
  private final GroupCommit commits = new GroupCommit(lock, this::commit);
  private final Expiry expiry = new Expiry(this);
  private final String address;

  private DevMongo(String file, int port) {
    super(openStore(file));
    address = "127.0.0.1:" + port;
    version(new Version5());
  }

  public static void main(String[] args) {
    int port = Integer.parseInt(args[0]);
    // A thread for each connection: a write that waits for the file must not hold up others.
    System.setProperty("io.netty.eventLoopThreads", "256");
    DevMongo backend = new DevMongo(args[1], port);
    MongoServer server = new MongoServer(backend);
    backend.startHousekeeping();
    server.bind("127.0.0.1", port);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    System.out.println("ready");
  }

  /** The store writes when GroupCommit says so and never by itself: half a command must not reach the file. */
  private static MVStore openStore(String file) {
    MVStore store = new MVStore.Builder().fileName(file).autoCommitDisabled().autoCommitBufferSize(0).open();
    store.setRetentionTime((int) Duration.ofSeconds(5).toMillis());
    return store;
  }

  @Override
  public Document handleCommand(Channel channel, String database, String command, Document query) {
    String name = command.toLowerCase(Locale.ROOT);
    lock.lock();
    try {
      if (Boolean.FALSE.equals(query.get("autocommit"))) return refuseTransaction();
      if (name.equals("createindexes")) expiry.note(database, query);
      if (name.equals("dropdatabase")) expiry.forget(database);
      // The reply may share objects with the store; it is written to the connection after the lock is gone.
      // The library knows this command by its old name alone.
      boolean isHello = name.equals("hello") || name.equals("ismaster");
      Document reply = super.handleCommand(channel, database, isHello ? "isMaster" : command, query).cloneDeeply();
      if (isHello) describeReplicaSet(reply);
      if (WRITES.contains(name) || name.startsWith("create") || name.startsWith("drop")) commits.awaitDurable();
      return reply;
    } finally {
      lock.unlock();
    }
  }

  private static Document refuseTransaction() {
    Document reply = new Document("ok", 0.0);
    reply.put("errmsg", "This store has no transactions; MongoDB has.");
    reply.put("code", 263);
    reply.put("codeName", "OperationNotSupportedInTransaction");
    return reply;
  }

  private void describeReplicaSet(Document reply) {
    reply.put("helloOk", true);
    reply.put("isWritablePrimary", true);
    reply.put("ismaster", true);
    reply.put("secondary", false);
    reply.put("setName", "rs0");
    reply.put("setVersion", 1);
    reply.put("hosts", List.of(address));
    reply.put("me", address);
    reply.put("primary", address);
    reply.put("logicalSessionTimeoutMinutes", 30);
  }

  private void startHousekeeping() {
    commits.start();
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "housekeeping");
              thread.setDaemon(true);
              return thread;
            });
    repeat(timer, 2, expiry::sweep);
    repeat(timer, 2, () -> tidy(TIDIED_BYTES));
    // What was written at once is tidied at once.
    repeat(timer, 60, () -> tidy(8 * TIDIED_BYTES));
  }

  private void repeat(ScheduledExecutorService timer, int everySeconds, Runnable task) {
    Runnable safely =
        () -> {
          try {
            task.run();
          } catch (RuntimeException e) {
            e.printStackTrace(); // to the log; the next round tries again
          }
        };
    timer.scheduleWithFixedDelay(safely, everySeconds, everySeconds, TimeUnit.SECONDS);
  }

  private void tidy(int bytes) {
    locked(() -> getMvStore().compact(50, bytes));
  }

  void locked(Runnable task) {
    lock.lock();
    try {
      task.run();
    } finally {
      lock.unlock();
    }
  }

  /** Deletes what expired, with the lock held and without waiting for the file: the next sweep finds what was not written. */
  void expire(Channel channel, String database, Document delete) {
    super.handleCommand(channel, database, "delete", delete);
  }

  /** What a current driver asks for at least. */
  private static final class Version5 implements MongoVersion {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(5, 0, 0);
    }

    @Override
    public int getWireVersion() {
      return 13;
    }

    @Override
    public String toVersionString() {
      return "5.0.0";
    }
  }
}
