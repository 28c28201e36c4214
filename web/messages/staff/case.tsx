import { data, Link } from 'react-router'
import type { CommandInput } from '#api/commands.ts'
import { MARKET } from '#domain/live/topics.ts'
import { contactReference } from '#domain/messages/contact.ts'
import { fillCannedAnswer, type SupportTopic, topicLabels } from '#domain/messages/support.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { runSingleAct } from '#web/desk/lists/bulk/single-act.ts'
import { UndoableOutcome } from '#web/desk/lists/bulk/undoable-outcome.tsx'
import { OthersHere } from '#web/desk/records/others-here.tsx'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordScreen, RecordSection } from '#web/desk/records/record-screen.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { idParam, isId } from '#web/list-page.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { cx } from '#web/ui/cx.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { keepOwnArea, messagesBase, readsInbox } from '../area.ts'
import { useWriting } from '../use-writing.ts'
import { WritingLine } from '../writing-line.tsx'
import type { Route } from './+types/case.ts'
import { AnswerForm, AssignForms, NoteForm, SortForms } from './case-forms.tsx'
import { durationText, StatusBadge } from './inbox.tsx'
import { supportBulk } from './support-bulk.ts'
import { type HistoryLine, listCannedAnswers, listCaseColleagues, readSupportCase } from './support-queries.ts'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { role, userId } = context.get(viewerContext)
  keepOwnArea(url, role)
  const api = context.get(apiContext)
  if (!readsInbox(role) || !isId(params.id)) throw data(null, 404)
  const [found, canned, colleagues] = await Promise.all([
    readSupportCase(api, params.id),
    listCannedAnswers(api),
    listCaseColleagues(api, params.id),
  ])
  if (!found) throw data('This message was not found, or is about a state that you do not look after.', { status: 404 })
  const chosen = canned.find(({ id }) => id === idParam(url.searchParams, 'canned'))
  const facts = { name: found.person_name ?? 'there', order: found.order ? String(found.order.order_no) : null }
  return {
    found,
    canned,
    colleagues,
    chosen: chosen ? { id: chosen.id, text: fillCannedAnswer(chosen.body, facts) } : null,
    userId: userId ?? '',
    base: messagesBase(url.pathname),
    key: crypto.randomUUID(),
  }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field } = form
  const api = context.get(apiContext)
  const of = (name: string) => field(name) || null
  if (field('intent') === 'answer' || field('intent') === 'answer-and-close') {
    const answer = {
      case_id: params.id,
      answer: field('answer'),
      answers_seen: Number(field('answers_seen')),
      solves: field('intent') === 'answer-and-close',
    }
    return commandResult(form, await api.command('answer-support-case', answer, form.key), 'Your answer is on its way.')
  }
  if (field('intent') === 'assign') {
    // The acts that the inbox has for several cases at once; giving it to a colleague is not one of them.
    const { userId } = context.get(viewerContext)
    const act = of('to_id') === null ? 'return' : of('to_id') === userId ? 'take' : null
    if (act) {
      return runSingleAct(api, form, {
        list: supportBulk,
        act,
        to: `${messagesBase(url.pathname)}/inbox/bulk`,
        row: { id: params.id, seen: field('from_id') },
        viewerId: userId ?? '',
        done: 'Saved.',
      })
    }
    const assigned = { case_id: params.id, from_id: of('from_id'), to_id: of('to_id') }
    return commandResult(form, await api.command('assign-support-case', assigned, form.key), 'Saved.')
  }
  const change: CommandInput<'change-support-case'> = {
    case_id: params.id,
    topic: of('topic') as SupportTopic | null,
    status: of('status') as 'solved' | 'new' | null,
    note: of('note'),
  }
  return commandResult(form, await api.command('change-support-case', change, form.key), 'Saved.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function SupportCase({ loaderData, actionData }: Route.ComponentProps) {
  const { found, canned, colleagues, chosen, userId, base, key } = loaderData
  useLiveRows(
    found.conversation_id ? [{ table: 'messages', filter: `conversation_id=eq.${found.conversation_id}` }] : null,
  )
  const writing = useWriting({
    conversationId: found.conversation_id,
    own: MARKET,
    newest: found.history.at(-1)?.id,
  })
  const byMail = !found.conversation_id && !found.person_id
  return (
    <RecordScreen
      list={{ label: 'Support inbox', to: `${base}/inbox` }}
      title={found.subject ?? 'Message'}
      lead={`${found.person_name}, ${datedMoment(found.created_at)}`}
      status={<StatusBadge status={found.status} />}
      notices={
        <>
          <OthersHere kind="support-case" id={found.id} userId={userId} />
          <UndoableOutcome outcome={actionData} />
        </>
      }
      acts={<AssignForms found={found} userId={userId} colleagues={colleagues} />}
      aside={
        <>
          <RecordSection id="facts" title="What it is">
            <DataList
              facts={[
                { label: 'Topic', value: topicLabels[found.topic as SupportTopic] ?? found.topic },
                { label: 'With', value: found.assigned_name ?? 'Nobody yet' },
                {
                  label: 'First answer',
                  value: found.first_answered_at ? durationText(found.created_at, found.first_answered_at) : 'Not yet',
                },
                { label: 'Answered', value: byMail ? 'By mail' : 'In their account' },
                ...(found.contact_id ? [{ label: 'Reference', value: contactReference(found.contact_id) }] : []),
                ...(found.email ? [{ label: 'Address', value: found.email }] : []),
                ...(found.person_id
                  ? [
                      {
                        label: 'Person',
                        value: (
                          <RecordLink kind="person" id={found.person_id}>
                            {found.person_name}
                          </RecordLink>
                        ),
                      },
                    ]
                  : []),
                ...(found.order
                  ? [
                      {
                        label: 'Order',
                        value: (
                          <RecordLink kind="order" id={found.order.id}>
                            {found.order.order_no}
                          </RecordLink>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          </RecordSection>
          <SortForms found={found} />
          <NoteForm key={found.history.length} result={actionData} />
        </>
      }
    >
      <RecordSection id="history" title="What was written">
        <ol className="grid max-w-[760px] gap-3">
          {found.history.map((line) => (
            <Line key={line.id} {...line} />
          ))}
        </ol>
      </RecordSection>
      <RecordSection
        id="answer"
        title="Answer"
        action={
          <Link to={`${base}/canned`} className="text-link">
            Canned answers
          </Link>
        }
      >
        <AnswerForm
          key={`${found.answers}-${chosen?.id}`}
          found={found}
          canned={canned}
          chosen={chosen}
          sendKey={key}
          result={actionData}
          onWrite={writing.announce}
        />
        <WritingLine text={writing.by ? `${found.person_name} is writing` : null} />
      </RecordSection>
    </RecordScreen>
  )
}

const LOOKS: Record<HistoryLine['kind'], string> = {
  message: 'border-grain bg-card',
  answer: 'border-leaf bg-leaf-wash',
  note: 'border-dashed border-field bg-grain-wash',
  act: 'border-transparent',
}

function Line({ kind, by, body, at }: HistoryLine) {
  return (
    <li className={cx('rounded-card border px-4 py-2', LOOKS[kind])}>
      <p className="text-14 text-soft">
        <strong className="text-ink">{by}</strong>, {datedMoment(at)}
        {kind === 'note' && '. Note for staff only'}
      </p>
      <p className="break-words whitespace-pre-wrap">{body}</p>
    </li>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.found.subject ?? 'Message', 'A message to the market.')
