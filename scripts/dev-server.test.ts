import { createServer } from 'vite'
import { expect, test } from 'vitest'

test('the development server loads the translation modules, one of whose packages is CommonJS', async () => {
  const vite = await createServer({
    appType: 'custom',
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  })
  try {
    expect(await vite.ssrLoadModule('/web/languages/counted.ts')).toHaveProperty('counted')
    expect(await vite.ssrLoadModule('@lingui/core')).toHaveProperty('setupI18n')
  } finally {
    await vite.close()
  }
})
