import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, minify, type Plugin, type Rolldown } from 'vite'
import { BUNDLED } from './scripts/building/bundled.mjs'
import { compressAssets } from './scripts/building/compress-assets.mjs'
import { withHookFilters } from './scripts/building/plugins/hook-filters.ts'
import { lazyPages } from './scripts/building/plugins/lazy-pages.ts'
import { oneByteServer } from './scripts/building/plugins/one-byte-server.ts'
import { SAVED_OFFLINE } from './web/routing/page-facts.ts'
import { PAGE_GROUPS } from './web/routing/pages.ts'

const pages = lazyPages({
  market: 'market',
  sectionsOf: (file) =>
    PAGE_GROUPS.filter((group) => group.layout === file || group.pages.some((page) => page.file === file)).map(
      ({ id }) => id?.replace(/-area$/, '') ?? 'market',
    ),
})

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    tailwindcss(),
    withHookFilters([...reactRouter(), ...lingui({ failOnCompileError: true })]),
    bundled(),
    serverLinks(),
    pages.plugin,
    oneByteServer(),
    drawWorker(),
    serviceWorker(),
    minified(),
    packed(),
  ],
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // Code of every page is in two files, code shared by the market's pages in a third, which a buyer's own
            // pages don't load, and what only its lists need in a fourth: on a slow connection each file costs a round
            // trip. Code for desks alone is separate.
            // The folders of web/ui are split the same way.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|scheduler|react-router|cookie|zustand|@lingui)\//,
                },
                {
                  name: 'shell',
                  test: /\/web\/(ui\/((controls|overlays|pictures)\/)?(?!dialog)[\w-]+\.tsx?$|layouts\/(?!areas?[/.-]|desk-area)|fetch-module|page-meta|shell|offline\.|rendering\/failed-reads\.|list-page|lists\/live-rows|offline\/cached-codes|session\/tokens\/token-subject|languages\/i18n|cart\/(store|edit-cart|checkout\/checkout-address|sync\/sync-check)|theme\/.*\.tsx?$)|\/domain\/(money|limits|assert|moves|sort|time\/(?!lagos-time)|brand\/brand|forms\/validation|accounts\/role|refusals\/refus|texts\/(errors|screens)|orders\/(states|refusals)|products\/(units|measures|bulk-quantity|categories))|\/node_modules\/lucide-react\/(?!.*\/(arrow-up|arrow-down|settings-2)\.)/,
                  minShareCount: 2,
                },
                {
                  name: 'market',
                  test: /\/web\/((deals|products)\/(?!deal-target)[\w-]+\.tsx?$|group-buys\/((joining|live|overview|prices)\/)?[\w-]+\.tsx?$|ui\/cards\/)|\/domain\/(group-buys\/(?!sheet|selling|publishing|acts|refusals|shop-messages|packs)|products\/(?!imports|product-draft|acts|refusals|weights))/,
                  minShareCount: 3,
                },
                {
                  name: 'browse',
                  test: /\/web\/(adverts\/[\w-]+\.tsx?$|ui\/browse\/(?!disclosure))|\/domain\/(adverts|catalogue)/,
                  minShareCount: 3,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        // The whole server is one bundle: if pages and start.ts were bundled separately, createContext() would exist twice.
        rollupOptions: {
          input: './start.ts',
          output: {
            // Line breaks stay, for stack traces.
            comments: { legal: true, annotation: false, jsdoc: false },
            codeSplitting: { groups: [pages.chunks] },
          },
        },
      },
    },
  },
})

/** In development Node loads them from node_modules: Vite evaluates sources as ES modules, and some of these packages are CommonJS. */
function bundled(): Plugin {
  return {
    name: 'bundled',
    apply: 'build',
    config: () => ({ environments: { ssr: { resolve: { noExternal: [...BUNDLED] } } } }),
  }
}

/** On the server, pages get their links from web/ui/server-links.tsx; browsers get the router's own. */
function serverLinks(): Plugin {
  const links = fileURLToPath(new URL('web/ui/server-links.tsx', import.meta.url))
  const web = fileURLToPath(new URL('web/', import.meta.url))
  return {
    name: 'server-links',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    resolveId(source, importer) {
      const isPage = importer?.startsWith(web) && /\.tsx(\?|$)/.test(importer) && !importer.startsWith(links)
      return source === 'react-router' && isPage ? links : null
    },
  }
}

/** The script of the thread that draws documents, beside the server's own (platform/pdf/draw-thread.ts). */
function drawWorker(): Plugin {
  return {
    name: 'draw-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      this.emitFile({ type: 'chunk', id: './platform/pdf/draw-worker.ts', fileName: 'draw-worker.js' })
    },
  }
}

/** The service worker: one script of its modules, at `/worker.js`, because its path decides which pages it serves. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    applyToEnvironment: ({ name }) => name === 'client',
    configureServer({ middlewares }) {
      middlewares.use('/worker.js', async (_, response) => {
        response.setHeader('content-type', 'text/javascript').end(await bundleWorker())
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: await bundleWorker() })
    },
  }
}

async function bundleWorker(): Promise<string> {
  const bundle = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { SAVED_OFFLINE: JSON.stringify(SAVED_OFFLINE.source) },
    build: { write: false, rollupOptions: { input: 'web/offline/worker/worker.js', output: { format: 'iife' } } },
  })) as Rolldown.RolldownOutput
  return bundle.output[0].code
}

/** Vite copies scripts that are not modules unchanged. */
function minified(): Plugin {
  return {
    name: 'minified',
    apply: 'build',
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.js')) continue
        file.source = (await minify(file.fileName, String(file.source))).code
      }
    },
  }
}

/** Compresses the browsers' files on idle threads while the server's bundle is built. */
function packed(): Plugin {
  let packing: Promise<void> | undefined
  return {
    name: 'packed',
    apply: 'build',
    sharedDuringBuild: true,
    async writeBundle({ dir }) {
      if (this.environment.name === 'client' && dir !== undefined) packing = compressAssets(dir)
      else await packing
    },
  }
}
