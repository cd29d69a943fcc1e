/** Where every process of this project begins, before any TypeScript is loaded (`platform/threads/loading.mjs`). */
const nodeMajorMin = 26

if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
  process.stderr.write(
    `This needs Node ${nodeMajorMin}; the pinned one comes with "npm start" or "npx subsidies", which find it by themselves.\n`,
  )
  process.exit(1)
}

// What this process makes (stores, backups, exports, mails) holds people's data: it is for its own user alone.
process.umask(0o077)
const { loadQuickly } = await import('./platform/threads/loading.mjs')
loadQuickly()
await import('./main.ts')
