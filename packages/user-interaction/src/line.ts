/** The line of all open asks, first in, first out: those that are shown come before those that wait. */

/** What a member lends to the line it stands in. */
export interface Linked<T> {
  previous: T | undefined
  next: T | undefined
}

/** A doubly linked list through its members, each in one line at most; every step takes constant time. */
export class Line<T extends Linked<T>> {
  /** The first member that waits. */
  waiting: T | undefined
  private first: T | undefined
  private last: T | undefined

  /** All members, in the order in which they joined. */
  list(): T[] {
    const members: T[] = []
    for (let member = this.first; member; member = member.next) members.push(member)
    return members
  }

  /** Joins at the end and waits. The member must stand in no line. */
  push(member: T): void {
    member.previous = this.last
    if (this.last) this.last.next = member
    else this.first = member
    this.last = member
    this.waiting ??= member
  }

  /** The first member that waits does so no more. */
  advance(): void {
    this.waiting = this.waiting?.next
  }

  /** Every member waits again. */
  rewind(): void {
    this.waiting = this.first
  }

  /** Leaves from anywhere. The member must stand in this line. */
  delete(member: T): void {
    const { previous, next } = member
    if (this.waiting === member) this.waiting = next
    if (previous) previous.next = next
    else this.first = next
    if (next) next.previous = previous
    else this.last = previous
    member.previous = undefined
    member.next = undefined
  }
}
