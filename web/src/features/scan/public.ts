export { PackChoice } from './pack-choice.tsx';
export { ScanCard } from './scan-card.tsx';
export { getWasteLanguage, translateWaste } from './translate-answer.ts';
export { useWastePack } from './use-waste-pack.ts';
export { WasteDrawing } from './waste-drawing.tsx';
