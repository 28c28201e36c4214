import { data } from 'react-router'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import {
  ALONE_AT_MOST,
  REGION_AUDIENCES,
  type RegionAudience,
  regionAudienceLabels,
} from '#domain/messages/region-notices.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readScope } from '#web/desk/lists/scope.ts'
import {
  commandResult,
  type FormResult,
  keepInputOffline,
  readForm,
  reject,
  type SubmittedForm,
} from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { pageParam, pathWithParams } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { ConfirmInPlace } from '#web/ui/fields/confirm-form.tsx'
import { plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { messagesBase, writesToPeople } from '../area.ts'
import { MessageTabs } from '../message-tabs.tsx'
import type { Route } from './+types/broadcasts.ts'
import { BroadcastForm } from './broadcast-form.tsx'
import { BroadcastLog } from './broadcast-log.tsx'
import { listRegionNotices, readAudienceSize } from './broadcast-queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  const { role, userId } = viewer
  if (!writesToPeople(role)) throw data(null, 404)
  const api = context.get(apiContext)
  const page = pageParam(url.searchParams)
  const [list, scope] = await Promise.all([listRegionNotices(api, page), readScope(api, viewer)])
  const states: readonly string[] = scope.states ?? NIGERIAN_STATES
  return { list, page, states, role, userId, base: messagesBase(url.pathname), key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field } = form
  const api = context.get(apiContext)
  const intent = field('intent')
  if (intent === 'approve' || intent === 'refuse' || intent === 'withdraw') {
    const done = await api.command('decide-region-notice', { broadcast_id: field('id'), decision: intent }, form.key)
    return commandResult(form, done, DECIDED[intent])
  }
  const notice = {
    states: field('states').split('|').filter(Boolean),
    audience: REGION_AUDIENCES.find((audience) => audience === field('audience')) ?? 'all',
    title: field('title'),
    message: field('message'),
  }
  const errors = {
    ...(notice.states.length === 0 && { states: 'Please choose at least one state.' }),
    ...(notice.title === '' && { title: 'Please write a title.' }),
    ...(notice.message === '' && { message: 'Please write a message.' }),
  }
  if (Object.keys(errors).length > 0) return reject(form, { errors })
  if (intent === 'preview') return preview(form, await readAudienceSize(api, notice.states, notice.audience))
  const sent = await api.command('send-region-notice', { ...notice, expected: Number(field('expected')) }, form.key)
  return commandResult(form, sent, ({ needs_approval: needsApproval }) =>
    needsApproval
      ? 'It waits for a second person, and is sent a minute after they approve it.'
      : 'It is sent in a minute. Until then you can withdraw it.',
  )
}

const DECIDED = {
  approve: 'Approved. It is sent in a minute.',
  refuse: 'Refused. Nothing is sent.',
  withdraw: 'Withdrawn. Nothing is sent.',
}

function preview(form: SubmittedForm, size: number) {
  if (size === 0) return reject(form, { text: 'Nobody would get this notice.' })
  return data<FormResult>({ ok: true, text: '', errors: {}, values: { ...form.values, expected: String(size) } })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Broadcasts({ loaderData, actionData }: Route.ComponentProps) {
  const { list, page, states, role, userId, base, key } = loaderData
  const previewed = actionData?.ok && actionData.values.expected ? actionData.values : null
  const here = `${base}/broadcasts`
  return (
    <>
      <PageHeading lead="One notice to buyers and shops of your states. People cannot answer it.">
        Broadcasts
      </PageHeading>
      <MessageTabs base={base} current="broadcasts" role={role} />
      <OutcomeNotice outcome={actionData} />
      {previewed && (
        <div className="mb-8">
          <Preview values={previewed} sendKey={key} here={here} />
        </div>
      )}
      <BroadcastForm key={list.rows[0]?.id} states={states} result={actionData} isPreviewed={previewed !== null} />
      <section aria-labelledby="sent" className="mt-8 border-t border-grain pt-5">
        <SectionHeading id="sent">What was sent</SectionHeading>
        {list.failure && <ErrorState message={list.failure} reload />}
        {!list.failure && list.rows.length === 0 && (
          <EmptyState title="Nothing was sent yet.">Notices to these states appear here.</EmptyState>
        )}
        <BroadcastLog rows={list.rows} userId={userId} />
        <Pagination
          page={page}
          pageCount={list.pageCount}
          linkTo={(to) => pathWithParams(here, { page: to })}
          label="broadcasts"
        />
      </section>
    </>
  )
}

interface NoticePreviewProps {
  values: FormResult['values']
  sendKey: string
  here: string
}

function Preview({ values, sendKey, here }: NoticePreviewProps) {
  const { audience = 'all', title = '', message = '', states = '', expected = '0' } = values
  const people = plural(Number(expected), 'person', 'people')
  const needsSecond = Number(expected) > ALONE_AT_MOST
  return (
    <ConfirmInPlace
      question={`Send this to ${people}?`}
      detail={
        <>
          <p className="text-14 text-soft">
            {regionAudienceLabels[audience as RegionAudience]} in {states.split('|').join(', ')}
          </p>
          <p className="mt-3 font-semibold break-words">{title}</p>
          <p className="break-words whitespace-pre-line">{message}</p>
          <p className="mt-2 text-14 text-soft">
            {needsSecond
              ? 'It is for more than 1,000 people, so a second person approves it first.'
              : 'It starts in a minute. Until then you can withdraw it.'}
          </p>
        </>
      }
      confirmLabel={needsSecond ? 'Ask a second person' : `Send to ${people}`}
      confirmTone="primary"
      cancelLabel="Do not send"
      cancelTo={here}
      fields={{ intent: 'send', audience, title, message, states, expected, key: sendKey }}
    />
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Broadcasts', 'Notices to the people of states.')
