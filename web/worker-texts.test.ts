import { expect, test } from 'vitest'
import { english, openLanguage } from './languages/i18n.ts'
import script from './public/worker.js?raw'
import { translatedWorkerTexts, WORKER_TEXTS } from './worker-texts.ts'

test.each(WORKER_TEXTS)('the worker says “%s”', (text) => {
  expect(script).toContain(`'${text}'`)
})

test('a page says it in its language, with the places still open; a page in English need not', () => {
  const pidgin = openLanguage('pcm', {
    messages: { 'Go back': 'Go </script>back', 'Saved {count} days ago': ['We save am ', ['count'], ' days ago'] },
    sentences: [],
  })
  const said = translatedWorkerTexts(pidgin)
  expect(said).not.toContain('</script>')
  expect(JSON.parse(said)).toMatchObject({
    'Go back': 'Go </script>back',
    'Saved {count} days ago': 'We save am {count} days ago',
    'Try again': 'Try again',
  })
  expect(translatedWorkerTexts(english)).toBe('')
})
