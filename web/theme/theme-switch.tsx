import { useLingui } from '@lingui/react'
import { Form, useLocation } from 'react-router'
import { type Theme, themeCookie } from './preference.ts'

const CHOICES: { theme: Theme; label: string }[] = [
  { theme: 'system', label: /*i18n*/ 'Auto' },
  { theme: 'light', label: /*i18n*/ 'Light' },
  { theme: 'dark', label: /*i18n*/ 'Dark' },
]

/** The theme switch: a form without scripts; with scripts it takes effect at once. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const { i18n } = useLingui()
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action="/theme" className="flex items-center gap-1" preventScrollReset data-theme-form>
      <input type="hidden" name="back" value={pathname + search} />
      <span className="mr-2">{i18n.t('Colours')}</span>
      {CHOICES.map(({ theme: choice, label }) => (
        <button
          key={choice}
          type="submit"
          name="theme"
          value={choice}
          aria-pressed={choice === theme}
          className="theme-choice"
          onClick={() => applyTheme(choice)}
        >
          {i18n.t(label)}
        </button>
      ))}
    </Form>
  )
}

function applyTheme(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in supported browsers.
  document.cookie = themeCookie(theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
