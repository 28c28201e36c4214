import { data, Link } from 'react-router'
import { reasonTexts } from '#domain/claims/claim-texts.ts'
import type { ClaimOutcome, ClaimPayer } from '#domain/claims/claiming.ts'
import { lotOutcomeText, lotStateTexts } from '#domain/claims/lot-texts.ts'
import { claimRefusals } from '#domain/claims/refusals.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { commandResult, type FormResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/lot.ts'
import { MessageForm } from './claim-forms.tsx'
import { claimSide } from './claim-side.ts'
import { DecisionForm } from './decision-forms.tsx'
import { type Lot, lotNextStep, readLot } from './lot-queries.ts'
import { StateBadge } from './parts.tsx'
import type { ClaimRow } from './queries.ts'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const found = await readLot(context.get(apiContext), params.id)
  if (!found) throw data(claimRefusals.missing.lot_not_found, { status: 404 })
  const { role } = context.get(viewerContext)
  return { ...found, role, side: claimSide(url.pathname), key: crypto.randomUUID(), now: new Date().toISOString() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const { field, key } = form
  if (field('intent') === 'appeal') {
    const appeal = await api.command('appeal-lot', { lot_id: params.id, text: field('text') }, key)
    return commandResult(form, appeal, 'A chief looks at it once more.')
  }
  const outcome = field('outcome') as ClaimOutcome
  const decision = {
    lot_id: params.id,
    outcome,
    share_percent: outcome === 'refund' ? Number(field('share')) : 0,
    payer: field('payer') as ClaimPayer,
    reason: field('reason'),
  }
  const done = await api.command(field('intent') === 'hear' ? 'decide-lot-appeal' : 'decide-lot', decision, key)
  return commandResult(form, done, 'You have decided this lot incident.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A lot incident: its sums, its claims, and one decision for all undecided ones. */
export default function LotPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lot, figures, claims, role, side, key, now } = loaderData
  const form = { sendKey: key, result: actionData }
  return (
    <>
      <PageHeading
        lead={`${lot.buy?.product_name ?? ''}${side === 'staff' && lot.vendor ? `, ${lot.vendor.business_name}` : ''}`}
        action={
          <Badge tone={lot.status === 'final' || lot.status === 'closed' ? 'plain' : 'urgent'}>
            {lotStateTexts[lot.status]}
          </Badge>
        }
      >
        Lot incident {lot.lot_no}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      <p className="mb-6 max-w-measure font-semibold">{lotNextStep(lot)}</p>
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-labelledby="about">
          <SectionHeading id="about">What it is about</SectionHeading>
          <DataList facts={lotFacts(lot, figures)} />
        </section>
        <LotActions lot={lot} side={side} role={role} now={now} isOwnCase={figures.is_own_case === true} {...form} />
      </div>
      <section aria-labelledby="claims" className="mt-8">
        <SectionHeading id="claims">Its claims</SectionHeading>
        <Table
          stacked
          caption="Claims of this lot"
          columns={claimColumns(side === 'vendor' ? 'vendor' : role)}
          rows={claims}
          rowKey={({ id }) => id}
        />
      </section>
    </>
  )
}

type LotFigures = NonNullable<Awaited<ReturnType<typeof readLot>>>['figures']

const lotFacts = (lot: Lot, figures: LotFigures) => [
  { label: 'Buyers of this group buy', value: figures.buyers ?? 0 },
  { label: 'Claims in it', value: figures.claims ?? 0 },
  { label: 'Not decided yet', value: figures.undecided ?? 0 },
  { label: 'Goods asked back', value: kobo(figures.requested_kobo ?? 0) },
  { label: 'Left of the claimed goods', value: kobo(figures.worth_kobo ?? 0) },
  { label: 'Handed over and held', value: kobo(figures.held_kobo ?? 0) },
  ...(lot.outcome && lot.payer
    ? [{ label: 'Decision', value: lotOutcomeText(lot.outcome, lot.share_percent, lot.payer) }]
    : []),
]

interface LotActionsProps {
  lot: Lot
  side: string
  role: string
  now: string
  isOwnCase: boolean
  sendKey: string
  result: FormResult | undefined
}

/** The viewer's possible actions. The command enforces the same rules. */
function LotActions({ lot, side, role, now, isOwnCase, ...form }: LotActionsProps) {
  const mayAppeal = side === 'vendor' && lot.status === 'decided' && lot.appeal_by !== null && now <= lot.appeal_by
  const intent =
    role === 'coordinator' && lot.status === 'open'
      ? 'decide'
      : role === 'chief' && lot.status === 'appealed'
        ? 'hear'
        : null
  if (mayAppeal) {
    return (
      <section aria-labelledby="act">
        <SectionHeading id="act">Appeal</SectionHeading>
        <MessageForm intent="appeal" {...form} />
      </section>
    )
  }
  if (!intent || side !== 'staff') return null
  return (
    <section aria-labelledby="act">
      <SectionHeading id="act">Your decision</SectionHeading>
      {isOwnCase ? (
        <p className="text-soft">{claimRefusals.forbidden.own_case}</p>
      ) : (
        <LotDecisionForm intent={intent} lot={lot} {...form} />
      )}
    </section>
  )
}

function LotDecisionForm({
  intent,
  lot,
  ...form
}: Pick<LotActionsProps, 'lot' | 'sendKey' | 'result'> & { intent: string }) {
  const { field, errors } = useFormFields(form.result)
  return (
    <DecisionForm
      intent={intent}
      {...form}
      outcome={lot.outcome}
      payer={lot.payer}
      press={intent === 'hear' ? 'Decide for good' : 'Decide for all'}
      readBy="The shop and every buyer with a claim read it."
    >
      <TextField
        label="Per cent of what each claim asks"
        {...field('share', lot.share_percent || 100)}
        error={errors.share_percent}
        inputMode="numeric"
        hint="1 to 100, and never more than what is left of the goods. Counts only where money comes back."
      />
    </DecisionForm>
  )
}

const claimColumns = (area: string) => [
  {
    header: 'Claim',
    heading: true,
    cell: ({ id, claim_no, order }: ClaimRow) => (
      <Link to={`/${area}/claims/${id}`} className="text-link">
        {claim_no}, order {order?.order_no}
      </Link>
    ),
  },
  { header: 'Reason', cell: ({ reason }: ClaimRow) => reasonTexts[reason] },
  { header: 'Asked', numeric: true, cell: ({ requested_kobo }: ClaimRow) => kobo(requested_kobo) },
  { header: 'Standing', cell: (claim: ClaimRow) => <StateBadge claim={claim} /> },
]

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const number = loaderData?.lot?.lot_no
  return pageMeta(
    number ? `Lot incident ${number}` : claimRefusals.missing.lot_not_found,
    'Many claims about one group buy, and their decision.',
  )
}

export const ErrorBoundary = notFoundBoundary({
  title: claimRefusals.missing.lot_not_found,
  lead: 'It may belong to another account, or the address is mistyped.',
  back: 'All claims',
  to: '../..',
})
