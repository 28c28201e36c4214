import type { I18n } from '@lingui/core'
import type { Api } from '#api/api.ts'
import type { CommandName, CommandResult } from '#api/commands.ts'
import type { ClaimPayer, Outcome } from '#domain/claims/claiming.ts'
import { parseNaira } from '#domain/money.ts'
import { forgetEvidence, sendEvidence } from './send-evidence.ts'

/** What came of a press on a claim's page. */
export interface ClaimAnswer {
  text: string
  ok: boolean
  errors: Record<string, string>
  values: Record<string, string>
}

interface Pressed {
  form: FormData
  claimId: string
  userId: string
  i18n: I18n
}

/** A form of a claim's page, by its intent. */
export async function actOnClaim(api: Api, { form, claimId, userId, i18n }: Pressed): Promise<ClaimAnswer> {
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const about = { claim_id: claimId, text: field('text') }
  const answer = <Name extends CommandName>(done: CommandResult<Name>, text: string): ClaimAnswer =>
    done.ok
      ? { text, ok: true, errors: {}, values: {} }
      : { text: done.refusal.message, ok: false, errors: done.refusal.errors ?? {}, values: typedIn(form) }
  const key = field('key') || undefined
  switch (field('intent')) {
    case 'withdraw':
      return answer(await api.command('withdraw-claim', about, key), i18n.t('You have withdrawn this claim.'))
    case 'replaced':
      return answer(
        await api.command('confirm-replacement', { claim_id: claimId }, key),
        i18n.t('Thank you. Your claim is settled.'),
      )
    case 'appeal': {
      const done = await api.command('appeal-claim', about, key)
      if (done.ok || done.refusal.code !== 'decided_with_lot')
        return answer(done, i18n.t('A chief looks at it once more.'))
      // One appeal for all: the claim says which lot it is.
      const { data: claim } = await api.tables.from('claims').select('lot_id').eq('id', claimId).maybeSingle()
      const lot = { lot_id: claim?.lot_id ?? '', text: about.text }
      return answer(await api.command('appeal-lot', lot), i18n.t('A chief looks at it once more.'))
    }
    case 'accept':
    case 'contest': {
      const accepts = field('intent') === 'accept'
      const sent = await sendEvidence(api, form, { userId, key: field('key'), i18n })
      if (sent.fault) return { text: '', ok: false, errors: { evidence: sent.fault }, values: typedIn(form) }
      const wish = { ...about, answer: accepts ? ('accept' as const) : ('contest' as const), evidence: sent.names }
      const done = await api.command('answer-claim', wish, key)
      if (!done.ok) await forgetEvidence(api, sent.names)
      return answer(done, accepts ? i18n.t('You have accepted this claim.') : i18n.t('You have contested this claim.'))
    }
    default:
      return judge()
  }

  async function judge(): Promise<ClaimAnswer> {
    const outcome = field('outcome') as Outcome
    const kobo = outcome === 'refund' ? parseNaira(field('goods')) : 0n
    if (kobo === null) {
      const errors = { goods_kobo: i18n.t('The amount must be in naira, such as 1,234.50.') }
      return { text: '', ok: false, errors, values: typedIn(form) }
    }
    const judgement = {
      claim_id: claimId,
      outcome,
      goods_kobo: Number(kobo),
      payer: field('payer') as ClaimPayer,
      reason: field('reason'),
    }
    const intent = field('intent')
    if (intent === 'propose')
      return answer(await api.command('propose-decision', judgement, key), i18n.t('You have proposed a decision.'))
    if (intent === 'hear')
      return answer(await api.command('decide-appeal', judgement, key), i18n.t('You have decided the appeal.'))
    return answer(await api.command('decide-claim', judgement, key), i18n.t('You have decided this claim.'))
  }
}

export const typedIn = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form.entries()].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
