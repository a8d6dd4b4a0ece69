import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const gateway = `http://localhost:${process.env.PORT ?? 8080}`

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: {
      // The library writes a <style> element, which the Content-Security-Policy refuses.
      'react-style-singleton': fileURLToPath(new URL('src/styles/style-singleton.ts', import.meta.url)),
    },
  },
  server: { port: 5173, proxy: { '/api': gateway } },
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }] },
      },
    },
  },
})
