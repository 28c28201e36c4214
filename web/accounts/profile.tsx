import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { unreservedName } from '#domain/accounts/reserved-names.ts'
import { parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { checkFields, flag, text } from '#domain/forms/validation.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readForm, reject, succeed } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Checkbox, TextField } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/profile.ts'
import { PROFILE_NOT_FOUND, readOwnProfile, updateOwnProfile } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { userId, email } = context.get(viewerContext)
  return { email, ...(await readOwnProfile(context.get(apiContext), userId ?? '')) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const checked = checkFields<{ full_name: string; hidden_from_boards: boolean }>(form.values, {
    full_name: unreservedName(text({ label: /*i18n*/ 'Full name', max: 120 })),
    hidden_from_boards: flag(),
  })
  if (!checked.ok) return reject(form, { text: '', errors: checked.errors })
  const fault = await updateOwnProfile(context.get(apiContext), context.get(viewerContext).userId ?? '', checked.value)
  return fault ? reject(form, { text: fault }) : succeed(/*i18n*/ 'Your profile was saved.')
}

export default function Profile({ loaderData: { profile, email, error }, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { form, field, values } = useFormFields(actionData)
  const busy = useNavigation().formMethod === 'POST'
  if (!profile) {
    return (
      <>
        <PageHeading>{i18n.t('Profile')}</PageHeading>
        <ErrorState message={error ?? PROFILE_NOT_FOUND} reload />
      </>
    )
  }
  return (
    <>
      <PageHeading lead={i18n.t('How you appear to vendors and on the leaderboard.')}>{i18n.t('Profile')}</PageHeading>
      <div className="grid max-w-140 gap-8">
        <Form ref={form} method="post" noValidate className="grid gap-4">
          <OutcomeNotice outcome={actionData} />
          <TextField
            {...field('full_name', profile.full_name)}
            label={i18n.t('Full name')}
            autoComplete="name"
            maxLength={120}
          />
          <Checkbox
            name="hidden_from_boards"
            label={i18n.t('Keep me off the leaderboard.')}
            defaultChecked={values ? 'hidden_from_boards' in values : profile.hidden_from_boards}
          />
          <Button type="submit" className="justify-self-start" busy={busy} busyLabel={i18n.t('Saving')}>
            {i18n.t('Save profile')}
          </Button>
        </Form>
        <section aria-label={i18n.t('Your account')}>
          <DataList
            facts={[
              { label: i18n.t('Email'), value: <span className="break-all">{email}</span> },
              { label: i18n.t('Role'), value: i18n.t(roleLabels[parseRole(profile.role)]) },
              { label: i18n.t('Member since'), value: longDay(profile.created_at) },
            ]}
          />
          <LinkButton to="/account/security" tone="plain" size="small" className="mt-4">
            {i18n.t('Change email or password')}
          </LinkButton>
        </section>
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Profile'), i18n.t('Your name and how others see it.'))
}
