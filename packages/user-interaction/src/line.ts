/** A first-in-first-out line that members can leave from anywhere, each step in constant time. */

/** What a member lends to the line it stands in. */
export interface Linked<T> {
  previous: T | undefined
  next: T | undefined
}

/** A doubly linked list through its members; each stands in one line at most. */
export class Line<T extends Linked<T>> {
  first: T | undefined
  private last: T | undefined

  /** Joins at the end. The member must stand in no line. */
  push(member: T): void {
    member.previous = this.last
    member.next = undefined
    if (this.last) this.last.next = member
    else this.first = member
    this.last = member
  }

  /** Leaves. The member must stand in this line. */
  delete(member: T): void {
    if (member.previous) member.previous.next = member.next
    else this.first = member.next
    if (member.next) member.next.previous = member.previous
    else this.last = member.previous
    member.previous = undefined
    member.next = undefined
  }
}
