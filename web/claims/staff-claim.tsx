import { useLocation } from 'react-router'
import { claimRefusals } from '#domain/claims/refusals.ts'
import { apiContext, i18nContext, viewerContext } from '#web/context.ts'
import { handleNoteForm } from '#web/desk/records/note-form.ts'
import { OthersHere } from '#web/desk/records/others-here.tsx'
import { RecordHistory } from '#web/desk/records/record-history.tsx'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordNotes } from '#web/desk/records/record-notes.tsx'
import { openRecord } from '#web/desk/records/record-queries.ts'
import { RecordScreen } from '#web/desk/records/record-screen.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/staff-claim.ts'
import { handleClaimForm } from './claim-action.ts'
import { ClaimBody } from './claim-body.tsx'
import { loadClaim } from './claim-loader.ts'
import { StateBadge } from './parts.tsx'

export async function loader(args: Route.LoaderArgs) {
  const found = await loadClaim(args)
  const api = args.context.get(apiContext)
  const userId = args.context.get(viewerContext).userId ?? ''
  return { found, userId, ...(await openRecord(api, { kind: 'claim', id: args.params.id, url: args.url })) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const noted = await handleNoteForm(api, form, { kind: 'claim', id: params.id })
  const userId = context.get(viewerContext).userId ?? ''
  return noted ?? handleClaimForm(api, { form, claimId: params.id, userId, i18n: context.get(i18nContext) })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A claim for staff: both sides of it, the decision, and what staff wrote down about it. */
export default function ClaimRecord({ loaderData, actionData }: Route.ComponentProps) {
  const { found, userId, notes, history } = loaderData
  const { claim, failure, isNew: _, key, ...rest } = found
  const area = `/${useLocation().pathname.split('/')[1]}`
  if (!claim) return <ErrorState message={failure ?? ''} reload />
  return (
    <RecordScreen
      list={{ label: 'Claims', to: `${area}/claims` }}
      title={`Claim ${claim.claim_no}`}
      lead={
        <>
          {claim.lines.map(({ line }) => line.product_name).join(', ')}, of{' '}
          <RecordLink kind="order" id={claim.order_id}>
            its order
          </RecordLink>
        </>
      }
      status={<StateBadge claim={claim} />}
      notices={
        <>
          <OthersHere kind="claim" id={claim.id} userId={userId} />
          <OutcomeNotice outcome={actionData} />
        </>
      }
      aside={<RecordNotes kind="claim" notes={notes} sendKey={key} result={actionData} />}
    >
      <div>
        <ClaimBody {...rest} claim={claim} sendKey={key} result={actionData} />
      </div>
      <RecordHistory history={history} />
    </RecordScreen>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const number = loaderData?.found.claim?.claim_no
  return pageMeta(
    number ? `Claim ${number}` : claimRefusals.missing.claim_not_found,
    'A claim, both sides of it, and what comes next.',
  )
}

export const ErrorBoundary = notFoundBoundary({
  title: claimRefusals.missing.claim_not_found,
  lead: 'The address may be mistyped, or the claim is in a state that somebody else looks after.',
  back: 'All claims',
  to: '..',
})
