import type pg from 'pg'
import { VERDICT_UNDO_MS, type Verdict } from '#domain/content/verdicts.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { recordAct } from './record-act.ts'

/** A kind of text of buyers that staff hide, or let stay after a report. */
interface JudgedTexts {
  table: 'public.reviews' | 'public.product_questions'
  noun: 'review' | 'question'
  /** Staff of the shop's region decide about reports as well. */
  forRegionStaff: boolean
}

/** For the audit log: the shop of the text `t`, and its product where it is about one. */
const FACTS = `jsonb_strip_nulls(jsonb_build_object(
  'product', (select p.name from public.products p where p.id = (to_jsonb(t) ->> 'product_id')::uuid), 'shop', v.business_name))`

interface Judging {
  id: string
  verdict: Verdict
  callerId: string | null
}

/**
 * Hides a text, lets it stay, or takes the caller's own decision back for some minutes. Content staff also hide what
 * was not reported. Returns whether the text is hidden.
 */
export async function judgeText(tx: pg.PoolClient, texts: JudgedTexts, judging: Judging): Promise<boolean | Refusal> {
  const { table, noun, forRegionStaff } = texts
  const { hide, reason } = judging.verdict
  const { rows } = await tx.query<{ judged: boolean; can_undo: boolean; facts: Record<string, unknown> }>(
    `select t.judged_at is not null as judged, ${FACTS} as facts,
       coalesce(t.judged_by = $2 and t.judged_at > clock_timestamp() - make_interval(secs => $4), false) as can_undo
     from ${table} t join public.vendors v on v.id = t.vendor_id join public.profiles s on s.id = $2
     where t.id = $1 and ((t.reported_at is not null or $3) and s.role in ('administrator', 'supervisor')
       or $5 and t.reported_at is not null and rights.person_oversees($2, v.state)) for no key update of t`,
    [judging.id, judging.callerId, hide === true, VERDICT_UNDO_MS / 1000, forRegionStaff],
  )
  const [text] = rows
  if (!text) return refuse(`${noun}_not_found`)
  if (hide === null ? !text.can_undo : text.judged) return refuse('already_done')
  if (hide === null) await takeBack(tx, table, judging.id)
  else await decide(tx, table, judging)
  await recordAct(tx, {
    actorId: judging.callerId,
    action: `${noun}.${hide === null ? 'reopen' : hide ? 'hide' : 'keep'}`,
    subject: { type: noun, id: judging.id },
    after: { ...text.facts, reason },
  })
  return hide ?? false
}

/** A text that is hidden without a report counts as reported by the person who hides it. */
async function decide(tx: pg.PoolClient, table: string, { id, verdict, callerId }: Judging) {
  await tx.query(
    `update ${table} set judged_at = now.at, judged_by = $2, judge_reason = $3, hidden_at = case when $4 then now.at end,
       reported_at = coalesce(reported_at, now.at), reported_by = case when reported_at is null then $2 else reported_by end,
       report_reason = coalesce(report_reason, $3) from (select clock_timestamp() as at) now where id = $1`,
    [id, callerId, verdict.reason, verdict.hide],
  )
}

/** A report that came with the decision goes with it. */
async function takeBack(tx: pg.PoolClient, table: string, id: string) {
  await tx.query(
    `update ${table} set judged_at = null, judged_by = null, judge_reason = null, hidden_at = null,
       reported_at = case when reported_at < judged_at then reported_at end, reported_by = case when reported_at < judged_at then reported_by end,
       report_reason = case when reported_at < judged_at then report_reason end where id = $1`,
    [id],
  )
}
