import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { openSearch } from '../search/open-search.ts'
import type { SearchedArea } from '../search/record-kinds.ts'
import { pageShortcuts } from './page-shortcuts.ts'
import { type PressedKey, ShortcutReader } from './shortcut-keys.ts'
import { ShortcutList, ShortcutSwitch } from './shortcut-list.tsx'
import { areShortcutsOn } from './shortcut-setting.ts'

interface ShortcutsProps {
  area: SearchedArea
  links: readonly { to: string; label: string }[]
}

/** The shortcuts of a desk, and the link to their list: a page, or with scripts a dialog. */
export function Shortcuts({ area, links }: ShortcutsProps) {
  const [isOpen, setOpen] = useState(false)
  const pages = pageShortcuts(links)
  const navigate = useNavigate()
  const latest = useRef({ pages, navigate })
  latest.current = { pages, navigate }
  useEffect(() => {
    const reader = new ShortcutReader()
    const press = (event: KeyboardEvent) => {
      // In an open dialog or sheet the keys are its own.
      const isBusy = document.querySelector('dialog[open]') !== null
      const act = reader.read(pressedKey(event), { isOn: areShortcutsOn() && !isBusy, now: event.timeStamp })
      const page = act?.do === 'open' && latest.current.pages.find(({ letter }) => letter === act.letter)
      if (page) void latest.current.navigate(page.to)
      else if (act?.do === 'help') setOpen(true)
      else if (act?.do !== 'search' || isBusy || !openSearch()) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <Link
        to={`/${area}/shortcuts`}
        className="foot-link"
        onClick={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        Keyboard shortcuts
      </Link>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Keyboard shortcuts"
        actions={
          <Button type="button" tone="plain" onClick={() => setOpen(false)} autoFocus>
            Close
          </Button>
        }
      >
        {isOpen && (
          <div className="grid gap-4">
            <ShortcutList pages={pages} />
            <ShortcutSwitch />
          </div>
        )}
      </Dialog>
    </>
  )
}

function pressedKey(event: KeyboardEvent): PressedKey {
  const { key, ctrlKey, metaKey, altKey, repeat, isComposing, target } = event
  const field = target instanceof Element ? target.closest('input, textarea, select, [contenteditable]') : null
  return { key, ctrlKey, metaKey, altKey, repeat, isComposing, isTyping: field !== null }
}
