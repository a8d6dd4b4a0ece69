import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes the store to its file once for all commands that wait for it. A command counts as written when a commit that
 * began after it has ended.
 */
final class GroupCommit {
  private final ReentrantLock lock;
  private final Condition wanted;
  private final Condition done;
  private final Runnable commit;
  private long requested;
  private long durable;

  GroupCommit(ReentrantLock lock, Runnable commit) {
    this.lock = lock;
    this.wanted = lock.newCondition();
    this.done = lock.newCondition();
    this.commit = commit;
  }

  void start() {
    Thread committer = new Thread(this::run, "commit");
    committer.setDaemon(true);
    committer.start();
  }

  /** Returns when everything done so far is in the file. The caller has the lock; others get it while this waits. */
  void awaitDurable() {
    long mine = ++requested;
    wanted.signal();
    while (durable < mine) done.awaitUninterruptibly();
  }

  private void run() {
    lock.lock();
    try {
      while (true) {
        while (durable == requested) wanted.awaitUninterruptibly();
        long covered = requested;
        commit.run();
        durable = covered;
        done.signalAll();
      }
    } catch (RuntimeException | Error e) {
      // A store that cannot write must not go on as if it could.
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }
}
