export { type Classifier, openClassifier } from './classifier.ts';
export { createPackService, type PackService } from './packs.service.ts';
