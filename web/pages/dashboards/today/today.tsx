import { Form, Link } from 'react-router'
import { dutyTexts, type StaffDuty } from '#domain/hand-overs/hand-over-texts.ts'
import { apiContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useShell } from '#web/shell.ts'
import { Button } from '#web/ui/button.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/today.ts'
import { doneTexts, workItems } from './due-items.ts'
import { WorkList } from './due-list.tsx'
import { readWork, type Work } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const now = new Date()
  const { invitations, failure, ...work } = await readWork(context.get(apiContext), now)
  return {
    invitations,
    failure,
    items: workItems(work, '/packing', now),
    done: doneTexts(work),
    now: now.toISOString(),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const input = { invitation_id: form.field('invitation_id') }
  const done = await context.get(apiContext).command('accept-invitation', input)
  return commandResult(form, done, 'You are in. Your work is listed here as soon as there is some.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The day of a member of staff of shops and hubs: everything due at all of their places. */
export default function Today({ loaderData, actionData }: Route.ComponentProps) {
  const { invitations, failure, items, done, now } = loaderData
  const { duties } = useShell()
  const works = duties.some((duty) => duty !== 'invitation')
  return (
    <>
      <PageHeading lead={longDay(now)}>Today</PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      {invitations.map((invitation) => (
        <Invitation key={invitation.id} invitation={invitation} />
      ))}
      {failure && <ErrorState message={failure} reload />}
      {!failure && !works && invitations.length === 0 && (
        <EmptyState title="You work for no shop or hub yet">
          A shop or hub can invite you. Its invitation to the address you sign in with is shown here. Your own codes are
          under{' '}
          <Link to="/account/codes" className="text-link">
            To collect
          </Link>
          .
        </EmptyState>
      )}
      {!failure && works && items.length === 0 && (
        <p className="mb-6 rounded-card border border-grain bg-card p-4">
          Nothing is due now. People, loads and runs are listed here as soon as they are expected.
        </p>
      )}
      <h2 className="sr-only">What is due</h2>
      <WorkList items={items} done={done} />
    </>
  )
}

function Invitation({ invitation }: { invitation: Work['invitations'][number] }) {
  const { id, duty, place_name: name, place_location: location } = invitation
  return (
    <Notice tone="info" title={`${name} invites you`} className="mb-5">
      <p className="mb-3">
        In {location}, to {dutyTexts[(duty ?? 'hand-over') as StaffDuty]}. You would see names and goods, and no money.
      </p>
      <Form method="post">
        <input type="hidden" name="invitation_id" value={id ?? ''} />
        <Button>Accept</Button>
      </Form>
    </Notice>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Today', 'What is due at the shops and hubs you work for.')
