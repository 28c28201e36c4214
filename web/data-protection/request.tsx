import { data } from 'react-router'
import { dataProtectionRefusals } from '#domain/data-protection/refusals.ts'
import { requestChannelLabels, requestKindLabels, requestStatusLabels } from '#domain/data-protection/requests.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordScreen, RecordSection } from '#web/desk/records/record-screen.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { datedDay, datedMoment } from '#web/ui/format.ts'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/request.ts'
import { type DataRequestRow, readRequest } from './queries.ts'
import { Erasure, HandedOut, Steps } from './request-acts.tsx'

const NOT_FOUND = 'Request not found'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const found = isId(params.id) ? await readRequest(context.get(apiContext), params.id) : null
  if (!found) throw data(NOT_FOUND, { status: 404 })
  return {
    ...found,
    self: context.get(viewerContext).userId,
    refused: url.searchParams.get('file'),
    today: lagosDate(new Date()),
    key: crypto.randomUUID(),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const { field } = form
  const step = field('step')
  const key = form.key && `${form.key}-${step}`
  const request_id = params.id
  if (step === 'erase') {
    return commandResult(form, await api.command('confirm-erasure', { request_id }, key), ({ status }) =>
      status === 'fulfilled' ? 'The account is erased.' : 'You have agreed. Another chief has to confirm the erasure.',
    )
  }
  if (step === 'export') {
    const made = await api.command('make-data-export', { request_id }, key)
    return commandResult(form, made, 'The file can be downloaded once, in the next seven days.')
  }
  const input = {
    request_id,
    step: step as 'take' | 'extend' | 'fulfil' | 'refuse',
    text: field('text'),
    until: field('until') || null,
  }
  return commandResult(form, await api.command('handle-data-request', input, key), 'Saved.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** One request with its deadline and what can be done about it. */
export default function DataRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { request, exports, names, self, refused, today, key } = loaderData
  const isOpen = request.closed_at === null
  const isOverdue = isOpen && request.due_on < today
  return (
    <RecordScreen
      list={{ label: 'Data protection', to: '/chief/data-protection' }}
      title={`Request ${request.request_no}: ${requestKindLabels[request.kind]}`}
      lead={request.requester}
      status={
        <Badge tone={isOverdue ? 'urgent' : isOpen ? 'warm' : 'plain'}>
          {isOverdue ? `Overdue since ${datedDay(request.due_on)}` : requestStatusLabels[request.status]}
        </Badge>
      }
      notices={
        <>
          <OutcomeNotice namesFault outcome={actionData} />
          {refused && (
            <div className="mb-5">
              <Notice tone="error">{refusedText(refused)}</Notice>
            </div>
          )}
        </>
      }
    >
      <RecordSection id="facts" title="Request">
        <RequestFacts request={request} names={names} />
        {request.details && <p className="mt-3 max-w-measure break-words whitespace-pre-wrap">{request.details}</p>}
      </RecordSection>
      {request.kind === 'access' && (isOpen || exports.length > 0) && (
        <HandedOut exports={exports} canMake={isOpen && request.person_id !== null} sendKey={key} />
      )}
      {isOpen && request.kind === 'erasure' && <Erasure request={request} names={names} self={self} sendKey={key} />}
      {isOpen && <Steps request={request} result={actionData} sendKey={key} isMine={request.handler_id === self} />}
    </RecordScreen>
  )
}

function RequestFacts({ request, names }: { request: DataRequestRow; names: Record<string, string> }) {
  const { person_id: personId, handler_id: handlerId, agreed_by: agreedBy, agreed_at: agreedAt } = request
  const nameOf = (id: string) => names[id] ?? 'a former colleague'
  return (
    <DataList
      facts={[
        {
          label: 'Account',
          value: personId ? (
            <RecordLink kind="person" id={personId}>
              {nameOf(personId)}
            </RecordLink>
          ) : (
            'not known'
          ),
        },
        { label: 'Came by', value: requestChannelLabels[request.channel] },
        { label: 'Received', value: datedDay(request.received_on) },
        { label: 'Due', value: datedDay(request.due_on) },
        ...(request.extension_reason ? [{ label: 'Extended', value: request.extension_reason }] : []),
        ...(handlerId ? [{ label: 'Handled by', value: nameOf(handlerId) }] : []),
        ...(agreedBy && agreedAt
          ? [{ label: 'First chief', value: `${nameOf(agreedBy)}, ${datedMoment(agreedAt)}` }]
          : []),
        ...(request.closed_at ? [{ label: 'Closed', value: datedMoment(request.closed_at) }] : []),
        ...(request.outcome ? [{ label: 'Outcome', value: request.outcome }] : []),
      ]}
    />
  )
}

const refusedText = (code: string): string =>
  code === 'second_factor_needed'
    ? 'Only a chief who signed in with the second step can download it. Set it up under Security, and sign in again.'
    : dataProtectionRefusals.conflict.file_was_taken

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Request ${loaderData.request.request_no}` : NOT_FOUND, 'A request about personal data.')

export const ErrorBoundary = notFoundBoundary({
  title: NOT_FOUND,
  lead: 'The address may be mistyped.',
  back: 'All requests',
  to: '/chief/data-protection',
})
