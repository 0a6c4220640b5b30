// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import MultiplaneGraphics

/// A group of layer changes that take effect together, with shared animation settings.
///
/// Each thread has its own transactions. A change outside a transaction opens an implicit one,
/// which the thread's run loop commits at the end of its cycle; without a run loop, `flush()`
/// commits it. `flush()` also starts and ends animations: it calls delegates and completion blocks
/// on the thread that added the animation. A program that draws frames without a run loop calls it
/// once per frame. (Source: CATransaction.h.)
///
/// ```swift
/// CATransaction.begin()
/// CATransaction.setAnimationDuration(0.5)
/// CATransaction.setCompletionBlock { print("moved") }
/// layer.position = CGPoint(x: 50, y: 20)
/// CATransaction.commit()
/// ```
open class CATransaction: NSObject {
  /// Opens a transaction, nested in the current one, whose settings it inherits.
  open class func begin() { TransactionThread.current.open.append(Transaction(isImplicit: false)) }

  /// Closes the transaction of the last `begin()`; does nothing without one. If it is the outermost
  /// one, the changed trees are committed.
  open class func commit() { TransactionThread.current.commit() }

  /// Commits the implicit transaction, starts and ends animations, and calls due delegates and
  /// blocks. Does nothing inside an explicit transaction.
  open class func flush() { TransactionThread.current.flush() }

  /// The duration of implicit animations, and of animations without a duration, in seconds. Default
  /// 0.25.
  open class func animationDuration() -> CFTimeInterval {
    (value(forKey: kCATransactionAnimationDuration) as? NSNumber)?.doubleValue ?? CAAnimation.defaultDuration
  }
  /// Sets the duration of implicit animations, in seconds.
  open class func setAnimationDuration(_ dur: CFTimeInterval) {
    setValue(NSNumber(value: dur), forKey: kCATransactionAnimationDuration)
  }

  /// The timing function of implicit animations. Default nil: `CAMediaTimingFunctionName.default`.
  open class func animationTimingFunction() -> CAMediaTimingFunction? {
    value(forKey: kCATransactionAnimationTimingFunction) as? CAMediaTimingFunction
  }
  /// Sets the timing function of implicit animations.
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    setValue(function, forKey: kCATransactionAnimationTimingFunction)
  }

  /// Whether property changes run no actions. Default false.
  open class func disableActions() -> Bool {
    (value(forKey: kCATransactionDisableActions) as? NSNumber)?.boolValue ?? false
  }
  /// Sets whether property changes run no actions.
  open class func setDisableActions(_ flag: Bool) {
    setValue(NSNumber(value: flag), forKey: kCATransactionDisableActions)
  }

  /// The block that was set last.
  open class func completionBlock() -> (() -> Void)? {
    TransactionThread.current.value(forKey: kCATransactionCompletionBlock) as? () -> Void
  }
  /// Sets a block that is called once, after all animations that are added later in this
  /// transaction and its nested ones have ended or were removed; without animations, at the next
  /// cycle or flush after the commit. A second block does not replace the first: both are called.
  open class func setCompletionBlock(_ block: (() -> Void)?) {
    setValue(block, forKey: kCATransactionCompletionBlock)
  }

  /// The value of a key in the innermost transaction that has one. Any key may be set.
  open class func value(forKey key: String) -> Any? { TransactionThread.current.value(forKey: key) }

  /// Sets a value for the innermost transaction and those nested in it.
  open class func setValue(_ anObject: Any?, forKey key: String) {
    let thread = TransactionThread.current
    thread.setValue(anObject.map(BoxedNumbers.boxed), forKey: key)
    if key == kCATransactionCompletionBlock, let block = anObject as? () -> Void {
      thread.open[thread.open.count - 1].completions.append(Completion(block, queue: thread.callbacks))
    }
  }

  /// Acquires the recursive lock of commits: commits of other threads wait.
  open class func lock() { transactionLock.lock() }

  /// Releases the lock once.
  open class func unlock() { transactionLock.unlock() }

  /// The media time of this thread's next work in `flush` without further changes: an animation
  /// starts or ends. Infinity for none.
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
