import { isJoinable } from '#domain/group-buys/progress.ts'

/** Whether a buy could be joined when the page was read. */
export const isOpen = ({ status, end_date: end }: { status: string; end_date: string }, now: string): boolean =>
  isJoinable({ status, endDate: new Date(end) }, new Date(now))
