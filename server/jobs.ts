import { deleteEndedSessions } from '#platform/auth/sessions/ended-sessions.ts'
import { sweepAuth } from '#platform/auth/sweep.ts'
import type { BlobStore } from '#platform/files/stores/blob-store.ts'
import { sweepBlobs } from '#platform/files/sweep-blobs.ts'
import { deleteExpiredIdempotencyKeys } from '#platform/http/delete-expired-idempotency-keys.ts'
import type { JobsOptions } from '#platform/jobs/start-jobs.ts'
import { deleteOldMail } from '#platform/mail/stored-mail.ts'
import { deleteUnusedPdfs } from '#platform/pdf/delete-unused-pdfs.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import type { PushSender } from '#platform/push/push-sender.ts'
import type { SmsGateway } from '#platform/sms/sms.ts'
import { publishDuePosts } from './blog/publish-due-posts.ts'
import { checkBooksOnRequest, reconcileBooks } from './books/reconcile-books.ts'
import { deleteOldCarts } from './cart/delete-old-carts.ts'
import { advanceClaims } from './claims/advance-claims.ts'
import type { Codes } from './hand-overs/codes.ts'
import { releaseHandOvers } from './hand-overs/release-hand-overs.ts'
import { remindToCollect } from './hand-overs/remind-to-collect.ts'
import { sendCodes, textCode } from './hand-overs/send-codes.ts'
import { textInvitation } from './hand-overs/text-invitation.ts'
import { sendWelcomeMail } from './mails/send-welcome-mail.ts'
import { notifyOfMessages } from './messages/notify-of-messages.ts'
import { deleteOldNotices } from './notices/delete-old-notices.ts'
import { notifyFollowers } from './notices/notify-followers.ts'
import { sendPushes } from './notices/send-pushes.ts'
import { expireHolds } from './orders/expire-holds.ts'
import { remindOfPayments } from './orders/remind-of-payments.ts'
import { carryOutShortfalls } from './packing/carry-out-shortfalls.ts'
import type { PaymentDeps } from './payments/confirm-payment.ts'
import { watchDisputes } from './payments/watch-disputes.ts'
import { processPayouts } from './payouts/process-payouts.ts'
import { processPayments } from './process-payments.ts'
import { advanceGroupBuys } from './settlement/advance-group-buys.ts'
import { notifyOfPlannedRates } from './staff/notify-of-planned-rates.ts'
import { notifyOfSuspension } from './vendors/notify-of-suspension.ts'

interface JobParts {
  database: Database
  store: BlobStore
  siteUrl: string
  payments: PaymentDeps
  codes: Codes
  sms: SmsGateway
  pushes?: PushSender | null
  beforePayments?: (() => Promise<void>) | undefined
}

/** Background jobs: tasks are enqueued by transactions or run on the schedule of `crontab`. */
export function createJobs({
  database,
  store,
  siteUrl,
  payments,
  codes,
  sms,
  pushes = null,
  beforePayments,
}: JobParts): Pick<JobsOptions, 'tasks' | 'crontab'> {
  return {
    tasks: {
      'send-welcome-mail': (payload) => sendWelcomeMail(database, siteUrl, payload),
      'advance-group-buys': () => advanceGroupBuys(database, siteUrl),
      'process-payments': async () => {
        await beforePayments?.()
        await processPayments(payments)
      },
      'process-payouts': () => processPayouts(payments),
      'watch-disputes': async () => {
        const faults = await watchDisputes(payments)
        if (faults.length > 0) throw new AggregateError(faults, `${faults.length} disputes could not be processed`)
      },
      'reconcile-books': () => reconcileBooks(payments),
      'check-books-on-request': (payload) => checkBooksOnRequest(payments, payload),
      'notify-of-suspension': (payload) => notifyOfSuspension(database, siteUrl, payload),
      'notify-of-planned-rates': () => notifyOfPlannedRates(database, siteUrl),
      'notify-followers': (payload) => notifyFollowers({ database, siteUrl }, payload),
      'send-pushes': () => sendPushes({ database, sender: pushes }),
      'notify-of-messages': (payload) => notifyOfMessages({ database, siteUrl }, payload),
      'expire-holds': () => expireHolds(database, siteUrl),
      'remind-to-collect': () => remindToCollect(database, siteUrl),
      'carry-out-shortfalls': () => carryOutShortfalls(database, siteUrl),
      'advance-claims': () => advanceClaims(database, siteUrl),
      'remind-of-payments': () => remindOfPayments(database, siteUrl),
      'send-codes': () => sendCodes({ database, codes, siteUrl }),
      'text-code': (payload) => textCode({ database, codes, sms }, payload),
      'text-invitation': (payload) => textInvitation({ database, sms, siteUrl }, payload),
      'release-hand-overs': () => releaseHandOvers(database),
      'publish-due-posts': () => publishDuePosts(database),
      'recompute-vendor-metrics': async () => {
        await database.as(SERVICE, (tx) => tx.query('select public.recompute_vendor_metrics()'))
      },
      'fold-sums': async () => {
        await database.as(SERVICE, (tx) => tx.query('select sums.fold(), sums.close_days()'))
      },
      'delete-old-rows': async () => {
        await deleteExpiredIdempotencyKeys(database)
        await deleteOldMail(database)
        await deleteUnusedPdfs(database)
        await deleteOldNotices(database)
        await deleteOldCarts(database)
        await database.as(SERVICE, (tx) => tx.query('select public.delete_unused_uploads()'))
        await database.as({ role: 'auth_admin', claims: {} }, sweepAuth)
        await database.as({ role: 'auth_admin', claims: {} }, deleteEndedSessions)
        // Last, so that a blob store that is down does not keep the other deletions from running.
        await sweepBlobs({ database, store })
      },
    },
    crontab: [
      { task: 'advance-group-buys', everySeconds: 15 },
      { task: 'process-payments', everySeconds: 5 },
      { task: 'process-payouts', everySeconds: 5 },
      { task: 'watch-disputes', everySeconds: 900 },
      { task: 'expire-holds', everySeconds: 15 },
      { task: 'carry-out-shortfalls', everySeconds: 15 },
      { task: 'advance-claims', everySeconds: 15 },
      { task: 'remind-of-payments', everySeconds: 60 },
      { task: 'remind-to-collect', everySeconds: 60 },
      { task: 'notify-of-planned-rates', everySeconds: 60 },
      { task: 'reconcile-books', everySeconds: 600 },
      { task: 'send-pushes', everySeconds: 5 },
      { task: 'send-codes', everySeconds: 15 },
      { task: 'release-hand-overs', everySeconds: 15 },
      { task: 'publish-due-posts', everySeconds: 60 },
      { task: 'recompute-vendor-metrics', everySeconds: 300 },
      { task: 'fold-sums', everySeconds: 600 },
      { task: 'delete-old-rows', everySeconds: 3600 },
    ],
  }
}
