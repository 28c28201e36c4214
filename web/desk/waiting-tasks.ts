import type { AreaRole } from '#domain/accounts/roles.ts'
import { type allWaits, canAct, isUrgent } from '#domain/all-waits.ts'
import type { Waiting } from './read-waiting.ts'
import type { Task } from './tasks.tsx'

/** The tasks at the top of a dashboard, urgent ones first. Every kind of pending work has its text and link here. */
export function waitingTasks({ rows, unread }: Pick<Waiting, 'rows' | 'unread'>, role: TaskArea): Task[] {
  const tasks = rows.flatMap((row) => {
    const words: TaskText | undefined = (taskTexts as Record<string, TaskText>)[
      `${row.subject}.${row.status}.${row.waiter}`
    ]
    if (!words) return []
    const task: Task = { amount: row.amount, text: words.many, one: words.one, to: words.to(role) }
    if (canAct(row, role)) return [isUrgent(row, role) ? { ...task, urgent: true } : task]
    const informational = (text: string) => `${text} (for your information)`
    return [{ ...task, text: informational(task.text), one: informational(task.one), informs: true }]
  })
  return [
    ...tasks.filter(({ urgent }) => urgent),
    ...tasks.filter(({ urgent, informs }) => !urgent && !informs),
    {
      amount: unread,
      text: /*i18n*/ 'conversations with new messages',
      one: /*i18n*/ 'conversation with new messages',
      to: `/${role}/messages`,
    },
    // Last, because other users have to act.
    ...tasks.filter(({ informs }) => informs),
  ]
}

/** The area whose dashboard shows the tasks, or the content desk. */
export type TaskArea = AreaRole | 'content'

interface TaskText {
  one: string
  many: string
  /** The page with the rows and the action. */
  to: (role: TaskArea) => string
}

/** `subject.state.waiter` of every kind of pending work. */
type WaitingSubjects = typeof allWaits
type WaitingKind = {
  [Subject in keyof WaitingSubjects]: {
    [State in keyof WaitingSubjects[Subject] & string]: WaitingSubjects[Subject][State] extends {
      on: readonly (infer On extends string)[]
    }
      ? `${Subject}.${State}.${On}`
      : never
  }[keyof WaitingSubjects[Subject] & string]
}[keyof WaitingSubjects]

const ownOrders = () => '/account/orders'

const taskTexts: Record<WaitingKind, TaskText> = {
  'group_buy.settling.shop': {
    one: 'group buy is past its due time, with paid people',
    many: 'group buys are past their due time, with paid people',
    to: () => '/vendor/products/buys?show=settling',
  },
  'group_buy.settling.overseer': {
    one: 'group buy is past its due time, with paid people',
    many: 'group buys are past their due time, with paid people',
    to: (role) => `/${role}/dashboard#settling`,
  },
  'group_buy.confirmed.shop': {
    one: 'group buy to get ready for the sharing day',
    many: 'group buys to get ready for the sharing day',
    to: () => '/vendor/packing',
  },
  'group_buy.ready.shop': {
    one: 'group buy to share out',
    many: 'group buys to share out',
    to: () => '/vendor/products/buys?show=ready',
  },
  'order.pending.buyer': { one: /*i18n*/ 'order to pay', many: /*i18n*/ 'orders to pay', to: ownOrders },
  'price_rise.open.buyer': {
    one: /*i18n*/ 'higher price to answer: stay, or leave with everything back',
    many: /*i18n*/ 'higher prices to answer: stay, or leave with everything back',
    to: () => '/account/orders/price',
  },
  'order.pending.shop': {
    one: 'order is waiting for payment',
    many: 'orders are waiting for payment',
    to: () => '/vendor/orders?status=pending',
  },
  'order.paid.shop': {
    one: 'paid bulk order to pack',
    many: 'paid bulk orders to pack',
    to: () => '/vendor/packing',
  },
  'order.ready.buyer': {
    one: /*i18n*/ 'order is ready to collect',
    many: /*i18n*/ 'orders are ready to collect',
    to: () => '/account/codes',
  },
  'order.refunding.chief': {
    one: 'refund is not back with its buyer yet',
    many: 'refunds are not back with their buyers yet',
    to: () => '/chief/orders?status=refunding',
  },
  'claim.offered.buyer': {
    one: /*i18n*/ 'offer on a claim to answer',
    many: /*i18n*/ 'offers on claims to answer',
    to: () => '/account/claims',
  },
  'data_request.open.chief': {
    one: 'request about personal data to answer',
    many: 'requests about personal data to answer',
    to: () => '/chief/data-protection',
  },
  'data_incident.running.chief': {
    one: 'incident with personal data: the commission is to be told within 72 hours',
    many: 'incidents with personal data: the commission is to be told within 72 hours',
    to: () => '/chief/data-protection/incidents',
  },
  'staff_call.due.overseer': {
    one: 'call to make again today',
    many: 'calls to make again today',
    to: (role) => `/${role}/queue#calls`,
  },
  'vendor.pending.overseer': {
    one: 'shop is waiting for approval',
    many: 'shops are waiting for approval',
    to: (role) => `/${role}/vendors?status=pending`,
  },
  'vendor.rejected.shop': {
    one: 'shop to correct and send in again',
    many: 'shops to correct and send in again',
    to: () => '/vendor-signup',
  },
  'shop_change.open.overseer': {
    one: 'shop asks to change its name or papers',
    many: 'shops ask to change their names or papers',
    to: (role) => `/${role}/vendors?status=changes`,
  },
  'business.requested.overseer': {
    one: 'company asks to be verified',
    many: 'companies ask to be verified',
    to: (role) => `/${role}/businesses`,
  },
  'quantity_request.open.shop': {
    one: 'buyer asks for more than one person may take',
    many: 'buyers ask for more than one person may take',
    to: () => '/vendor/requests',
  },
  'support.new.overseer': {
    one: 'message to the market is waiting for an answer',
    many: 'messages to the market are waiting for an answer',
    to: (role) => `/${role}/messages/inbox`,
  },
  'support.assigned.overseer': {
    one: 'message to the market that you have taken is waiting for your answer',
    many: 'messages to the market that you have taken are waiting for your answer',
    to: (role) => `/${role}/messages/inbox?mine=yes`,
  },
  'report.open.overseer': {
    one: 'reported message to look at',
    many: 'reported messages to look at',
    to: (role) => `/${role}/messages/reports`,
  },
  'payment.initiated.buyer': { one: /*i18n*/ 'payment to finish', many: /*i18n*/ 'payments to finish', to: ownOrders },
  'payment.reversed.chief': {
    one: 'payment was taken back by a bank',
    many: 'payments were taken back by banks',
    to: () => '/chief/payments?status=attention',
  },
  'refund.needs_attention.chief': {
    one: 'refund is stuck at a bank',
    many: 'refunds are stuck at banks',
    to: () => '/chief/refunds',
  },
  'refund.failed.chief': { one: 'refund has failed', many: 'refunds have failed', to: () => '/chief/refunds' },
  'payout.needs_attention.chief': {
    one: 'payout is stuck',
    many: 'payouts are stuck',
    to: () => '/chief/payouts?show=stuck',
  },
  'refund.overdue.chief': {
    one: 'refund is past the day its buyer was told',
    many: 'refunds are past the day their buyers were told',
    to: () => '/chief/refunds',
  },
  'payment.reversed.region': {
    one: 'payment of your region was taken back by a bank',
    many: 'payments of your region were taken back by banks',
    to: (role) => `/${role}/queue#payments`,
  },
  'refund.needs_attention.region': {
    one: 'refund of your region is stuck at a bank',
    many: 'refunds of your region are stuck at banks',
    to: (role) => `/${role}/queue#refunds`,
  },
  'refund.failed.region': {
    one: 'refund of your region has failed',
    many: 'refunds of your region have failed',
    to: (role) => `/${role}/queue#refunds`,
  },
  'claim.open.shop': { one: 'claim to answer', many: 'claims to answer', to: () => '/vendor/claims' },
  'claim.disputed.overseer': {
    one: 'contested claim to look at',
    many: 'contested claims to look at',
    to: (role) => `/${role}/claims`,
  },
  'claim.proposed.overseer': {
    one: 'contested claim to decide',
    many: 'contested claims to decide',
    to: (role) => `/${role}/claims`,
  },
  'claim.appealed.chief': {
    one: 'appeal to decide',
    many: 'appeals to decide',
    to: () => '/chief/claims',
  },
  'uncollected.open.overseer': {
    one: 'order was not collected: decide with its buyer',
    many: 'orders were not collected: decide with their buyers',
    to: (role) => `/${role}/uncollected`,
  },
  'uncollected.open.buyer': {
    one: /*i18n*/ 'order was not collected: say what should happen to it',
    many: /*i18n*/ 'orders were not collected: say what should happen to them',
    to: () => '/account/stockpile',
  },
  'uncollected.open.shop': {
    one: 'order at your place was not collected',
    many: 'orders at your place were not collected',
    to: () => '/held?show=uncollected',
  },
  'lot.open.overseer': {
    one: 'lot incident to decide',
    many: 'lot incidents to decide',
    to: (role) => `/${role}/claims`,
  },
  'lot.appealed.chief': {
    one: 'appeal about a lot to decide',
    many: 'appeals about lots to decide',
    to: () => '/chief/claims',
  },
  'shortfall.waiting.shop': {
    one: 'short delivery to answer',
    many: 'short deliveries to answer',
    to: () => '/vendor/packing',
  },
  'shortfall.contested.overseer': {
    one: 'short delivery to decide',
    many: 'short deliveries to decide',
    to: (role) => `/${role}/short-deliveries`,
  },
  'amount.waiting.overseer': {
    one: 'amount to approve',
    many: 'amounts to approve',
    to: (role) => `/${role}/amounts`,
  },
  'rating.reported.overseer': {
    one: 'reported rating to look at',
    many: 'reported ratings to look at',
    to: (role) => `/${role}/reviews`,
  },
  'rating.reported.content': {
    one: 'reported rating to look at',
    many: 'reported ratings to look at',
    to: () => '/content/reviews',
  },
  'rating.new.content': {
    one: 'new rating in 7 days',
    many: 'new ratings in 7 days',
    to: () => '/content/reviews/new',
  },
  'question.unanswered.content': {
    one: 'question without an answer for more than a day',
    many: 'questions without an answer for more than a day',
    to: () => '/content/questions/unanswered',
  },
  'question.asked.shop': {
    one: 'question to answer',
    many: 'questions to answer',
    to: () => '/vendor/questions',
  },
  'question.reported.content': {
    one: 'reported question to look at',
    many: 'reported questions to look at',
    to: () => '/content/questions',
  },
  'email_log.failed.chief': {
    one: 'mail could not be sent',
    many: 'mails could not be sent',
    to: () => '/chief/settings/mails?status=repeatable',
  },
}
