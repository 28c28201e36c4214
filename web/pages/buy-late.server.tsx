import type { I18n } from '@lingui/core'
import type { Api } from '#api/api.ts'
import { listPriceQuestions } from '#api/price-questions.ts'
import { priceVoteFault } from '#domain/group-buys/participants/joining.ts'
import type { DatedPart } from '#web/group-buys/queries.ts'
import { translate } from '#web/languages/translate.ts'
import { latenessOf } from '#web/orders/late-order.ts'
import { staticMarkup } from '#web/rendering/static-markup.server.tsx'
import { LateActs } from '#web/ui/facts/late-acts.tsx'
import { PriceQuestion } from '#web/ui/facts/price-question.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface LatePartsProps {
  parts: readonly DatedPart[]
  buy: { id: string; share_date: string | null; price_vote_until: string | null }
  now: string
  i18n: I18n
  userId: string | null
}

/**
 * Which of the viewer's orders are late or wait for an answer, and what they may do, as HTML without scripts; empty if
 * none is.
 */
export async function latePartsHtml(api: Api, { parts, buy, now, i18n, userId }: LatePartsProps): Promise<string> {
  const questions = userId && buy.price_vote_until ? await listPriceQuestions(api, { buyId: buy.id }) : []
  const late = parts.flatMap((part) => {
    const lateness = latenessOf({ ...part, group_buy: buy }, now)
    return lateness ? [{ part, lateness }] : []
  })
  if (late.length === 0 && !buy.price_vote_until) return ''
  const notices = late.map(({ part, lateness }) => (
    <Notice
      key={part.id}
      tone="warning"
      {...(late.length > 1 && { title: i18n.t('Order {number}', { number: part.order_no }) })}
    >
      <p className="mb-3">{translate(i18n, lateness.text)}</p>
      <LateActs orderId={part.id} lateness={lateness} />
    </Notice>
  ))
  const answers = questions.map((question) => (
    <PriceQuestion key={question.order_id} question={question} now={now} sendKey={crypto.randomUUID()} />
  ))
  const isVoting = buy.price_vote_until && questions.length === 0
  const vote = isVoting && (
    <Notice key="vote" tone="info">
      {translate(i18n, priceVoteFault(new Date(buy.price_vote_until ?? now)).message)}
    </Notice>
  )
  return staticMarkup([vote, ...answers, ...notices], { i18n, shell: { area: null, savesData: false } })
}
