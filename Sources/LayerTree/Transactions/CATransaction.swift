// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import MultiplaneGraphics

/// The changes of layers that take effect together, and what their animations have in common.
///
/// Each thread has its own. A change outside any transaction opens an implicit one. The thread's run loop commits it at the
/// end of its turn; on threads that run none, `flush()` commits it. `flush()` is also the tick that lets animations begin and end: delegates and completion blocks are called in it, on
/// the thread that added the animation. Whoever draws frames without a run loop calls it once a frame.
/// (Source: CATransaction.h.)
open class CATransaction: NSObject {
  /// Opens a transaction within the one that is open, whose values it takes over.
  open class func begin() { TransactionThread.current.open.append(Transaction(isImplicit: false)) }

  /// Closes the transaction that was begun last; without one nothing happens. Unless it lies within another, also an
  /// implicit one, the changed trees are committed.
  open class func commit() { TransactionThread.current.commit() }

  /// Commits the implicit transaction, lets animations begin and end, and calls what is due. Nothing happens while a
  /// transaction is open that was begun explicitly.
  open class func flush() { TransactionThread.current.flush() }

  /// Seconds that implicit animations take, and those that were added without a duration. Default 0.25.
  open class func animationDuration() -> CFTimeInterval {
    (value(forKey: kCATransactionAnimationDuration) as? NSNumber)?.doubleValue ?? CAAnimation.defaultDuration
  }
  /// Sets the seconds that animations take.
  open class func setAnimationDuration(_ dur: CFTimeInterval) {
    setValue(NSNumber(value: dur), forKey: kCATransactionAnimationDuration)
  }

  /// The curve of implicit animations; nil, the default, leaves them to `CAMediaTimingFunctionName.default`.
  open class func animationTimingFunction() -> CAMediaTimingFunction? {
    value(forKey: kCATransactionAnimationTimingFunction) as? CAMediaTimingFunction
  }
  /// Sets the curve of implicit animations.
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    setValue(function, forKey: kCATransactionAnimationTimingFunction)
  }

  /// Whether changes look for no action. Default false.
  open class func disableActions() -> Bool {
    (value(forKey: kCATransactionDisableActions) as? NSNumber)?.boolValue ?? false
  }
  /// Sets whether changes look for no action.
  open class func setDisableActions(_ flag: Bool) {
    setValue(NSNumber(value: flag), forKey: kCATransactionDisableActions)
  }

  /// The block that was set last.
  open class func completionBlock() -> (() -> Void)? {
    TransactionThread.current.value(forKey: kCATransactionCompletionBlock) as? () -> Void
  }
  /// Has a block called once, after every animation that is added from now on in this transaction, and in those within
  /// it, has ended or was taken off; at the next turn or flush after the commit when there is none. A second block does
  /// not replace the first: both are called.
  open class func setCompletionBlock(_ block: (() -> Void)?) {
    setValue(block, forKey: kCATransactionCompletionBlock)
  }

  /// What the innermost transaction that says anything about a key says; any key may be set.
  open class func value(forKey key: String) -> Any? { TransactionThread.current.value(forKey: key) }

  /// Sets a value for the transaction that was opened last, for those within it too.
  open class func setValue(_ anObject: Any?, forKey key: String) {
    let thread = TransactionThread.current
    thread.setValue(anObject.map(BoxedNumbers.boxed), forKey: key)
    if key == kCATransactionCompletionBlock, let block = anObject as? () -> Void {
      thread.open[thread.open.count - 1].completions.append(Completion(block, queue: thread.callbacks))
    }
  }

  /// Takes the lock that commits hold, so that other threads' commits wait. It may be taken several times.
  open class func lock() { transactionLock.lock() }

  /// Gives the lock back once.
  open class func unlock() { transactionLock.unlock() }

  /// The media time at which `flush` will next have something to do on this thread though nobody changes anything:
  /// animations begin and end then. Infinite if nothing is due.
  package class var nextFlushTime: CFTimeInterval { TransactionThread.current.nextChangeTime }
}

private let transactionLock = NSRecursiveLock()

/// The key of `CATransaction.animationDuration()`.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of `CATransaction.disableActions()`.
public let kCATransactionDisableActions = "disableActions"
/// The key of `CATransaction.animationTimingFunction()`.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of `CATransaction.completionBlock()`.
public let kCATransactionCompletionBlock = "completionBlock"
