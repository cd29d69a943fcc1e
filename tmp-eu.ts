import { snapshotRows } from './tests/harness/portal-rows.ts'
import { mapEuRow } from './src/ingestion/connectors/eu-portal/record.ts'
const rows = snapshotRows('calls-2026-08-22.ndjson')
let n=0, app=0, cond=0, rate=0, sum=0, part=0, dec=0
const seen = new Set<string>()
for (const row of rows) { const m = mapEuRow(row, { language: 'en', keepsWording: true }); if (!('record' in m)) continue; const r = m.record; n++
 if (r.applicant_types.length || r.rules.some(x=>x.id==='usual_applicants')) app++; if (r.conditions.length>1) cond++; if (r.amount?.rate_max) rate++; if (r.summary?.nl) sum++
 const key=String((row.metadata as any).typesOfAction); if(!seen.has(key)){ seen.add(key); if (seen.size<=Number(process.argv[2]??0)) console.log(key,'|',r.title.en,'\n ',r.summary?.en,'\n ',r.summary?.nl,'\n ',r.summary?.fr,'\n  types',r.applicant_types.join(' '),'| rules',JSON.stringify(r.rules.map(x=>[x.id,x.value,x.confidence])),'\n  amount',JSON.stringify(r.amount),'\n  conds',r.conditions.map(c=>c.id+(c.point?':'+c.point:'')).join(', '),'|',r.legal_basis[0]?.title.nl) } }
console.log({n,app,cond,rate,sum})
