import { data, useLocation } from 'react-router'
import { parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { handleNoteForm } from '#web/desk/records/note-form.ts'
import { RecordHistory } from '#web/desk/records/record-history.tsx'
import { RecordNotes } from '#web/desk/records/record-notes.tsx'
import { openRecord } from '#web/desk/records/record-queries.ts'
import { RecordScreen, RecordSection } from '#web/desk/records/record-screen.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { datedDay } from '#web/ui/format.ts'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { SignOut } from '../chief/sign-out.tsx'
import type { Route } from './+types/person.ts'
import { handlePersonRecordForm, type RevealedContact } from './handle-person-record-form.ts'
import { PersonContact } from './person-contact.tsx'
import { Devices, MissedCollections, SentToThem } from './person-history.tsx'
import { PersonMoney } from './person-money.tsx'
import { PersonClaims, PersonOrders } from './person-orders.tsx'
import { readContact, readPerson, readPersonParts } from './person-queries.ts'
import { Duties, WhoTheyAre } from './person-roles.tsx'
import { Reinstate, Suspend, SuspendedNotice, Suspensions } from './suspension.tsx'
import { Verify } from './verify.tsx'

const NOT_FOUND = 'Person not found'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const person = isId(params.id) ? await readPerson(api, params.id) : null
  if (!person) throw data(NOT_FOUND, { status: 404 })
  const isChief = context.get(viewerContext).role === 'chief'
  const [parts, opened, contact] = await Promise.all([
    readPersonParts(api, person),
    openRecord(api, { kind: 'person', id: person.id, url }),
    isChief ? readContact(api, person.id) : null,
  ])
  return { person, parts, ...opened, contact, isChief, key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const api = context.get(apiContext)
  const noted = await handleNoteForm(api, form, { kind: 'person', id: params.id })
  return noted ?? handlePersonRecordForm(api, params.id, form)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The record of a person, as far as they concern the viewer's states. */
export default function PersonRecord({ loaderData, actionData }: Route.ComponentProps) {
  const { person, parts, notes, history, isChief, key } = loaderData
  const area = `/${useLocation().pathname.split('/')[1]}`
  const name = person.full_name || 'A person without a name'
  const contact = (actionData as RevealedContact | undefined)?.contact ?? loaderData.contact
  const reason = actionData?.values.reason ?? ''
  return (
    <RecordScreen
      list={{ label: 'Customers', to: `${area}/customers` }}
      title={name}
      lead={`${roleLabels[parseRole(person.role)]}, joined ${datedDay(person.created_at)}`}
      status={person.suspended_at ? <Badge tone="urgent">Suspended</Badge> : <Badge tone="good">Open</Badge>}
      notices={
        <>
          <OutcomeNotice namesFault outcome={actionData} />
          <SuspendedNotice person={person} />
        </>
      }
      acts={
        <>
          <LinkButton to={`${area}/messages/new?person=${person.id}`}>Write a message</LinkButton>
          {isChief && <Verify person={person} name={name} sendKey={key} />}
          {isChief && <SignOut person={person} />}
          {isChief && (
            <LinkButton to={`/chief/staff?search=${encodeURIComponent(person.full_name)}`} tone="plain">
              Change the role
            </LinkButton>
          )}
          {isChief && (
            <LinkButton to={`/chief/data-protection/new?person=${person.id}`} tone="plain">
              Enter a data request
            </LinkButton>
          )}
          {person.may_suspend && !person.suspended_at && (
            <Suspend name={name} impact={parts.impact} sendKey={key} reason={reason} />
          )}
          {person.may_suspend && person.suspended_at && !person.waits_for_chief && (
            <Reinstate name={name} sendKey={key} reason={reason} />
          )}
        </>
      }
      aside={
        <>
          <RecordSection id="contact" title="Contact">
            <PersonContact person={person} contact={contact} name={name} />
          </RecordSection>
          <RecordSection id="who" title="Who">
            <WhoTheyAre person={person} />
          </RecordSection>
          <Duties duties={parts.duties} />
          <RecordNotes kind="person" notes={notes} sendKey={key} result={actionData} />
          {isChief && <Devices devices={parts.devices} />}
        </>
      }
    >
      <PersonMoney money={parts.money} area={area} />
      <PersonOrders orders={parts.orders} total={parts.money?.orders ?? 0} name={person.full_name} area={area} />
      <PersonClaims claims={parts.claims} />
      <MissedCollections missed={parts.missed} />
      <Suspensions suspensions={parts.suspensions} />
      {area !== '/manager' && <SentToThem notices={parts.notices} />}
      <RecordHistory history={history} />
    </RecordScreen>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.person.full_name || NOT_FOUND, 'A person and what concerns them.')

export const ErrorBoundary = notFoundBoundary({
  title: NOT_FOUND,
  lead: 'The address may be mistyped, or the person has nothing in the states you look after.',
  back: 'Customers',
  to: '../customers',
})
