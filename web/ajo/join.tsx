import { useLingui } from '@lingui/react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { ajoRefusals } from '#domain/ajo/refusals.ts'
import { circlePath } from '#domain/texts/paths.ts'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm, rejectCommand } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/join.ts'
import { Rules } from './circle-rules.tsx'
import { NO_AJO } from './no-ajo.ts'
import { readInvitation } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const invitation = await readInvitation(context.get(apiContext), params.invitation)
  if (!invitation) throw data(NO_AJO.title, { status: 404 })
  if (invitation.is_member) throw redirect(circlePath(invitation.circle_id))
  return { invitation }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const joined = await context.get(apiContext).command('join-ajo-circle', { invitation: params.invitation })
  return joined.ok ? redirect(circlePath(joined.value.circle_id)) : rejectCommand(await readForm(request), joined)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Where the link of a circle leads: its rules, and a button to join. */
export default function JoinCircle({ loaderData: { invitation }, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().state === 'submitting'
  const { name, starter_name, members, seats, status } = invitation
  const isOpen = status === 'forming' && members < seats
  return (
    <>
      <PageHeading lead={i18n.t('{name} asks you to join a circle of ajo.', { name: starter_name })}>
        {name}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      <div className="grid max-w-measure gap-8">
        <DataList
          facts={[{ label: i18n.t('Seats taken'), value: i18n.t('{taken} of {seats}', { taken: members, seats }) }]}
        />
        <Rules circle={invitation} />
        {isOpen ? (
          <Form method="post">
            <Button busy={busy} busyLabel={i18n.t('Joining')}>
              {i18n.t('I agree to the rules and join')}
            </Button>
            <p className="mt-3 text-14 text-soft">
              {i18n.t('You pay nothing now. You may leave before the circle starts, and no money has moved.')}
            </p>
          </Form>
        ) : (
          <Notice tone="info">
            {status === 'forming'
              ? i18n.t(ajoRefusals.conflict.circle_full)
              : i18n.t(ajoRefusals.conflict.circle_started)}
          </Notice>
        )}
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(loaderData?.invitation.name ?? i18n.t(NO_AJO.title), i18n.t('The rules of a circle of ajo.'))
}

export const ErrorBoundary = notFoundBoundary(NO_AJO)
