import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type AuthFormProps, ResendForm } from './auth-form-parts.tsx'
import { authPath } from './auth-links.ts'

export function SignInForm({ outcome, next, linkFault }: AuthFormProps) {
  const busy = useNavigation().formData?.get('intent') === 'sign-in'
  const { errors = {}, values = {} } = outcome ?? {}
  return (
    <div className="grid gap-4">
      {outcome?.notice && <Notice tone="success">{outcome.notice}</Notice>}
      {!outcome && linkFault && <Notice tone="warning">{linkFault}</Notice>}
      {errors.form && <Notice tone="error">{errors.form}</Notice>}
      {outcome?.unconfirmed && <ResendForm email={outcome.unconfirmed} action={authPath('sign-in', next)} />}
      <Form method="post" action={authPath('sign-in', next)} noValidate replace className="grid gap-4">
        <input type="hidden" name="intent" value="sign-in" />
        <TextField
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          defaultValue={values.email}
          error={errors.email}
        />
        <PasswordField name="password" label="Password" autoComplete="current-password" error={errors.password} />
        <Button type="submit" wide busy={busy} busyLabel="Signing in">
          Sign in
        </Button>
      </Form>
      <p className="text-link flex flex-wrap justify-between gap-x-6 gap-y-1">
        <Link to={authPath('reset', next)} className="inline-flex min-h-11 items-center">
          Forgot password?
        </Link>
        <Link to={authPath('sign-up', next)} className="inline-flex min-h-11 items-center">
          Don't have an account? Sign up
        </Link>
      </p>
    </div>
  )
}
