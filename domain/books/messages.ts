// Mails about chargebacks, and about the operator's books.
import { defineMessage } from '#domain/define-message.ts'
import { formatNaira } from '#domain/money.ts'
import { paymentPath } from '#domain/texts/paths.ts'
import { withValues } from '#domain/texts/translatable-text.ts'

function ordersWithVerb(orderNos: readonly number[]): string {
  return orderNos.length === 1 ? `order ${orderNos[0]} has` : `orders ${orderNos.join(', ')} have`
}

const countsText = (counts: readonly { name: string; amount: number }[]) =>
  counts.map(({ name, amount }) => `${name}: ${amount}`).join('; ')

export const booksMessages = {
  /** `orderNos`: orders that end with the reversal. */
  'payment-reversed': defineMessage<{ paymentId: string; reference: string; amountKobo: bigint; orderNos: number[] }>({
    topic: 'orders',
    push: 'by-day',
    pushTitle: 'Your bank took a payment back',
    lane: 'transactional',
    mail: ({ paymentId, reference, amountKobo, orderNos }, site) => ({
      subject: `Your bank took back ${formatNaira(amountKobo)}`,
      text: [
        'Good day,',
        `Your bank has taken back the payment of ${formatNaira(amountKobo)} that it had made to us.`,
        orderNos.length === 0
          ? 'If you did not ask for this, please write to us.'
          : `So ${ordersWithVerb(orderNos)} ended, and nothing more will come back from us in naira. PEPS that you had used are on your balance again. If you did not ask for this, please write to us, or order again while it is open.`,
        `Reference: ${reference}`,
        `Payment: ${site}/account/payments/${paymentId}\nQuestions: ${site}/contact`,
      ],
    }),
    notice: ({ paymentId, amountKobo, orderNos }) => ({
      title: withValues(/*i18n*/ 'Your bank took back {naira}', { naira: formatNaira(amountKobo) }),
      body:
        orderNos.length === 0
          ? /*i18n*/ 'If you did not ask for this, write to us.'
          : `So ${ordersWithVerb(orderNos)} ended.`,
      link: paymentPath(paymentId),
    }),
  }),
  'payment-charged-back': defineMessage<{
    reference: string
    amountKobo: bigint
    orderNos: number[]
    lossKobo: bigint
  }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ reference, amountKobo, orderNos, lossKobo }, site) => ({
      subject: `A bank took back ${formatNaira(amountKobo)}`,
      text: [
        'Good day,',
        `A payer's bank has taken back the payment ${reference} of ${formatNaira(amountKobo)}.`,
        orderNos.length === 0
          ? 'No order ended with it: the goods were handed over, or the money had been refunded.'
          : `With it ${ordersWithVerb(orderNos)} ended.`,
        lossKobo === 0n
          ? 'All of it was still held, so nothing is lost.'
          : `${formatNaira(lossKobo)} of it was no longer held and is booked as a loss.`,
        `${site}/chief/payments`,
      ],
    }),
    notice: ({ amountKobo, lossKobo }) => ({
      title: `A bank took back ${formatNaira(amountKobo)}`,
      body: lossKobo === 0n ? 'All of it was still held.' : `${formatNaira(lossKobo)} of it is booked as a loss.`,
      link: '/chief/payments',
    }),
  }),
  chargeback: defineMessage<{ reference: string; amountKobo: bigint | null }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ reference, amountKobo }, site) => ({
      subject: `A bank asks for a payment back: ${reference}`,
      text: [
        'Good day,',
        `A payer's bank disputes the payment ${reference}${amountKobo === null ? '' : ` of ${formatNaira(amountKobo)}`}. Answer it at the payment gateway before its deadline; without an answer the bank takes the money.`,
        `It stays in the books until you have recorded what you did: ${site}/chief/ledger/differences`,
      ],
    }),
    notice: ({ reference }) => ({
      title: `A bank asks for a payment back: ${reference}`,
      body: 'Answer it at the payment gateway before its deadline.',
      link: '/chief/ledger/differences',
    }),
  }),
  /** `counts`: number of differences by name. */
  'books-differ': defineMessage<{ days: string; counts: { name: string; amount: number }[] }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ days, counts }, site) => ({
      subject: 'The payment gateway and the ledger differ',
      text: [
        'Good day,',
        `We compared the gateway's records of ${days} with the ledger. New differences:`,
        counts.map(({ name, amount }) => `- ${name}: ${amount}`).join('\n'),
        `Look at each, and record what you did: ${site}/chief/ledger/differences`,
      ],
    }),
    notice: ({ days, counts }) => ({
      title: 'The payment gateway and the ledger differ',
      body: `In ${days}. ${countsText(counts)}`,
      link: '/chief/ledger/differences',
    }),
  }),
  'audit-found': defineMessage<{ counts: { name: string; amount: number }[] }>({
    topic: 'orders',
    push: 'never',
    lane: 'transactional',
    mail: ({ counts }, site) => ({
      subject: 'The nightly check of the books found something',
      text: [
        'Good day,',
        'The nightly check of the books found:',
        counts.map(({ name, amount }) => `- ${name}: ${amount}`).join('\n'),
        `What each means and what to do: ${site}/chief/ledger/checks`,
      ],
    }),
    notice: ({ counts }) => ({
      title: 'The nightly check of the books found something',
      body: countsText(counts),
      link: '/chief/ledger/checks',
    }),
  }),
}
