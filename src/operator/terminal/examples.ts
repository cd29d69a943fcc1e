/** An example of each command, for its help and for who called it wrongly; each stands for the words after `npx subsidies`. */

const examples: Readonly<Record<string, readonly string[]>> = {
  // The program itself.
  '': ['doctor', 'sources list'],
  serve: ['serve', 'serve --role worker'],
  migrate: ['migrate'],
  doctor: ['doctor', 'doctor --json'],
  backup: ['backup --to /backups/monday.subsidies', 'backup --ledger /backups/ledger.ndjson'],
  restore: [
    'restore --from /backups/monday.subsidies',
    'restore --from /backups/monday.subsidies --replace --ledger /backups/ledger.ndjson',
  ],
  openapi: ['openapi', 'openapi --dashboard'],
  accounts: ['accounts list'],
  'accounts create': ['accounts create --email an@example.org --plan pro'],
  'accounts list': ['accounts list --json'],
  'accounts show': ['accounts show an@example.org'],
  'accounts set-plan': ['accounts set-plan an@example.org business', 'accounts set-plan an@example.org none'],
  'accounts sign-in-link': ['accounts sign-in-link an@example.org'],
  'accounts set-operator': ['accounts set-operator an@example.org on'],
  'accounts export': ['accounts export an@example.org --to an.zip'],
  'accounts delete': ['accounts delete an@example.org'],
  keys: ['keys list --account an@example.org'],
  'keys create': ['keys create --account an@example.org --mode live --name bookkeeping'],
  'keys list': ['keys list --account an@example.org'],
  'keys revoke': ['keys revoke key_01K7ZB3N5W8Q2R4T6V8X0Z2B4D'],
  sources: ['sources list'],
  'sources list': ['sources list'],
  'sources show': ['sources show belgium-curated'],
  'sources enable': ['sources enable eu-funding-tenders'],
  'sources disable': ['sources disable eu-funding-tenders'],
  'sources confirm': ['sources confirm belgium-curated'],
  'sources check': ['sources check belgium-curated'],
  ingest: ['ingest', 'ingest belgium-curated', 'ingest belgium-curated --file records.yaml'],
  companies: ['companies status'],
  'companies load': [
    'companies load --file KboOpenData_0141_2026_11_01_Full.zip',
    'companies load --file KboOpenData_0142_2026_11_02_Update.zip',
  ],
  'companies show': ['companies show 0999.999.922'],
  'companies status': ['companies status', 'companies status --json'],
  'companies forget': ['companies forget 0999.999.922'],
  measures: ['measures show be:vlaio-kmo-portefeuille'],
  'measures show': ['measures show be:vlaio-kmo-portefeuille'],
  'measures withdraw': ['measures withdraw be:vlaio-kmo-portefeuille'],
  'measures reinstate': ['measures reinstate be:vlaio-kmo-portefeuille'],
  'measures merge': ['measures merge eu:duplicate be:vlaio-kmo-portefeuille'],
  billing: ['billing set-up'],
  'billing set-up': ['billing set-up'],
  webhooks: ['webhooks listen --to http://localhost:3000/hook'],
  'webhooks listen': [
    'webhooks listen --to http://localhost:3000/hook',
    'webhooks listen --to http://localhost:3000/hook --regions flanders --topics energy',
  ],
}

/** Lines that can be pasted, of the command with this path (`keys create`); the first is the plainest. */
export function examplesOf(path: string): string[] {
  return (examples[path] ?? []).map((words) => `npx subsidies ${words}`)
}
