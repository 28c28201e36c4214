import { useLingui } from '@lingui/react'
import { translate } from '#web/languages/translate.ts'
import { cx } from '#web/ui/cx.ts'

const texts: Record<string, string> = {
  openid: /*i18n*/ 'That you have an account here',
  profile: /*i18n*/ 'Your name',
  email: /*i18n*/ 'Your email address',
  phone: /*i18n*/ 'Your phone number, if you sign in with one',
}

/** The data that an app may read, in plain words. */
export function AppScopes({ scopes, className }: { scopes: readonly string[]; className?: string }) {
  const { i18n } = useLingui()
  // Every app learns this, whatever it asked for.
  const shown = Object.keys(texts).filter((scope) => scope === 'openid' || scopes.includes(scope))
  return (
    <ul className={cx('list-disc pl-5', className)}>
      {shown.map((scope) => (
        <li key={scope}>{translate(i18n, texts[scope] ?? scope)}</li>
      ))}
    </ul>
  )
}
