import { expect, test } from 'vitest'
import { english, openLanguage } from '#web/languages/i18n.ts'
import { translatedWorkerTexts, WORKER_TEXTS } from './worker-texts.ts'

const modules = import.meta.glob<string>('./worker/*.js', { query: '?raw', import: 'default', eager: true })

test.each(WORKER_TEXTS)('the worker contains “%s”', (text) => {
  expect(Object.values(modules).join('')).toContain(`'${text}'`)
})

test('provides translations with unfilled parameters; none for English', () => {
  const pidgin = openLanguage('pcm', {
    'Go back': 'Go </script>back',
    'Saved {count} days ago': ['We save am ', ['count'], ' days ago'],
  })
  const json = translatedWorkerTexts(pidgin)
  expect(json).not.toContain('</script>')
  expect(JSON.parse(json)).toMatchObject({
    'Go back': 'Go </script>back',
    'Saved {count} days ago': 'We save am {count} days ago',
    'Try again': 'Try again',
  })
  expect(translatedWorkerTexts(english)).toBe('')
})
